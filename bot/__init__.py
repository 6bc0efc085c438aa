"""Kinarow on Discord: sessions, wording, pictures, the store, and the edge that speaks Discord."""
