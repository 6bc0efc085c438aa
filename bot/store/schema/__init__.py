"""The schema of a database: where it is, brought up to date, and copied whole."""
