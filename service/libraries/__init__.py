"""The names of uvicorn and redis-py that these do not document: one module for each library (docs/decisions/0023, 0019)."""
