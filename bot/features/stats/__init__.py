"""Results, ratings, and the leaderboard of a server."""
