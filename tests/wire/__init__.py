"""A small Discord on this machine, and the real bot that connects to it as its own process."""
