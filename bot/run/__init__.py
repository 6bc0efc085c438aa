"""Running the bot: serving, health, checks, emoji upload, and the catalogues of sentences."""
