"""Beginning a game: here, in a thread of its own, or in place of the one that is on."""
