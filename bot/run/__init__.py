"""Running the bot: serving, health, checks, uploads, and the catalogue of sentences."""
