"""Beginning a game: here, in a new thread, or in place of the current one."""
