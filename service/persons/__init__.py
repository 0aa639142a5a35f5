"""Persons: the profiles of accounts, and the marks by which they know each other."""
