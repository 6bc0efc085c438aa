"""The games of one person, wherever they are played."""
