"""What people can do besides playing: one package for each feature."""
