"""What is stored about people: told, and erased."""
