"""The opening book."""
