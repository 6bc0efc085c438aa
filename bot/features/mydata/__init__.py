"""A copy of all that is stored of a person."""
