"""The Discord edge: commands and events, each of which parses, calls and replies."""
