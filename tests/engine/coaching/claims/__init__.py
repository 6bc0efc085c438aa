"""Whether what is said of a move is true, by plain definitions on a grid of tiles.

Nothing of the code that finds reasons is used: stones are counted tile by tile, and what a side
can do is tried by putting a stone down. Slow, and easy to read.
"""
