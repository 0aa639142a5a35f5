"""Operators: their tokens and their scopes, and all that they can do."""
