"""Playing a game: what is pressed, typed and chosen in it, and votes."""
