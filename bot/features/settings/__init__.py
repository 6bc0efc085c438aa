"""The settings of a server, and those of a person in direct messages."""
