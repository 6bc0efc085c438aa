"""The bot for hours, under everything that can happen to it: `make soak`."""
