"""What boards are worth to a search, as it is learnt: of shapes, of lines and of windows."""
