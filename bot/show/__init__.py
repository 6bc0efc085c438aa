"""What people are shown of a game: sentences, pictures, and pages of both. Pure."""
