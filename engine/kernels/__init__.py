"""The compiled inner loops, how they are compiled and where that is kept."""
