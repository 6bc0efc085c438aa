"""What measures the project: run each with python -m."""
