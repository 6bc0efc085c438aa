"""What people see of a game: sentences, boards, and pages made of both. Pure functions."""
