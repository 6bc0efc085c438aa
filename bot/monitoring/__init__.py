"""What whoever runs the bot sees of it: its log, and the figures that it counts."""
