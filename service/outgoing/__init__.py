"""Requests that the service makes to other servers: each is bounded, and holds up no other work."""
