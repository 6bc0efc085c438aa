"""The one place from which the bot sends; it knows what discord.py retries by itself."""
