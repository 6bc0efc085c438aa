"""Where the engine's jobs run: processes here or a Dask cluster, and in which order."""
