"""Speed as ratios, each measured in one run."""
