"""How the bot speaks Discord: sending, screens, buttons, languages, the base of its cogs."""
