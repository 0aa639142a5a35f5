"""Undocumented names of uvicorn and redis-py, in one module for each library (docs/decisions/0023, 0019)."""
