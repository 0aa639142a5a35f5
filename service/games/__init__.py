"""The use cases: create, join, host, play, follow and list games."""
