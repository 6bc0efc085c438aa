"""Numbers as pictures: charts and tables."""
