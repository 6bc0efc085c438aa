"""The bot itself: what Discord tells it, and what it does then."""
