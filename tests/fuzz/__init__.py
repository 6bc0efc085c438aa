"""Everything that reads what people write, fed what nobody would: `python -m tests.fuzz`."""
