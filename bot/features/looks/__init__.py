"""How a person sees boards: their style, the numbers of moves, and a part of the board."""
