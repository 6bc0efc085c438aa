"""Kinarow without Discord: the same bot in the simulator SimCord, in a browser or a terminal."""
