"""The processes that think and draw, here or in a Dask cluster, and whose turn it is there."""
