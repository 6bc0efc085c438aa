"""How a game is won."""
