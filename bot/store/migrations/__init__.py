"""The history of the store's schema, for Alembic. A new step: a file in `versions`."""
