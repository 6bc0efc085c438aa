"""Roles of a server for whoever has a rating."""
