"""The solver of boards on which discs fall, compiled: its lines, table, bounds and search."""
