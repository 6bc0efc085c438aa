"""Training on the positions in which a person went wrong."""
