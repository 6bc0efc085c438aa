"""Looking back at finished games: review, replay, and loading a code."""
