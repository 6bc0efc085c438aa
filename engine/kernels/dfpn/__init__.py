"""Depth-first proof-number search, compiled: the search, its boards and table, and its VCF."""
