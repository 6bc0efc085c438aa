"""Which votes of a channel were the best by the engine, and who votes best in a week."""
