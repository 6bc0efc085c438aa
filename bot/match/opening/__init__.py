"""How the sides are shared out at the beginning of a game, so that it is fair."""
