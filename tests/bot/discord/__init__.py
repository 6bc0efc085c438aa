"""The bot as people meet it, through a simulated Discord."""
