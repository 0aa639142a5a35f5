"""Bots: those that the service plays itself, the processes that think for them, and one that plays through the API."""
