"""Executes GraphQL documents: parsing, limits, cost, compiled selections. It knows no game."""
