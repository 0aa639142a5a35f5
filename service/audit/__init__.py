"""Checks of the running service and its contract: secrecy, breaking changes."""
