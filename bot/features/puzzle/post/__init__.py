"""The puzzle of the day, posted by itself where a server wants that."""
