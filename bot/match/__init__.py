"""A game between players: pure values and their rules, read by everything above."""
