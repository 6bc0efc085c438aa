"""Where the engine's jobs run, tested with real processes and a real cluster."""
