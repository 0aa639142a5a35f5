"""Measures the search of bots, alone or against that of another checkout."""
