"""The bot without Discord: a page and a terminal."""
