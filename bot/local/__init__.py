"""Kinarow without Discord: the same bot in SimCord, as a page or in a terminal."""
