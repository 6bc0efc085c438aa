"""What the search over shapes learns from games against itself: see __main__.py."""
