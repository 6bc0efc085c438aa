"""People at the board: what they see of its lines, what they overlook, and what they like."""
