"""Kinarow on Discord: sessions, wording, pictures, the store, and the edge that speaks Discord."""

__version__ = "0.1.0"
"""The version of the whole project; CHANGELOG.md tells what each one brought."""
