"""The compiled inner loops, and only they."""
