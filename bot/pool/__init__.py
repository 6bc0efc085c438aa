"""Runs the engine in worker processes or in a Dask cluster, with a queue in front of them."""
