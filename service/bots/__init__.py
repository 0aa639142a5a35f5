"""Bots that the service plays itself, and the processes that choose their moves."""
