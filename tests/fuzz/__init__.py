"""Whatever reads what people write, given what nobody would: `python -m tests.fuzz`."""
