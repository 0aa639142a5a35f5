"""Executes the fields of an operation: compiled where they are plain, else interpreted."""
