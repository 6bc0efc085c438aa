"""A pad of buttons for the tiles of a part of a large board, for one person alone."""
