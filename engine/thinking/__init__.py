"""What every search is asked and answers: limits, scores, verdicts and reasons."""
