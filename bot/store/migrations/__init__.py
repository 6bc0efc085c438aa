"""The history of the store's schema, for Alembic: one file a step, named by its number."""
