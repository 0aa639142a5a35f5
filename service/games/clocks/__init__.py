"""Clocks: which one runs and until when, what happens when time is over, pauses, and added time."""
