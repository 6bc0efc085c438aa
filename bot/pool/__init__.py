"""The engine room: worker processes here or a Dask cluster, and the queue before them."""
