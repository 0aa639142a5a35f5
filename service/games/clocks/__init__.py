"""Clocks: alarms, time-outs, pauses, and added time."""
