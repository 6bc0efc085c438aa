"""Whether a sentence is true, read as a person reads it: from its words, on a plain grid.

Nothing of `engine.coaching` is used. What a sentence says of the board is counted tile by tile or
tried by putting stones down; what it says of the end is held against exact verdicts.
"""
