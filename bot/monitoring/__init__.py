"""What the host of the bot sees of it: its log and its figures."""
