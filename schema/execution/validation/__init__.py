"""Checks of a document before it is executed: its structure and limits, and whether its fields can be merged."""
