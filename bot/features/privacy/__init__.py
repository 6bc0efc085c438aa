"""Says what is stored about people, and erases it."""
