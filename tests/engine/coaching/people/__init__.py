"""People at the board: what they notice, and what they like."""
