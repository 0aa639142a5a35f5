"""Executes GraphQL documents: parsing, limits, cost and compiled selections. Independent of the games."""
