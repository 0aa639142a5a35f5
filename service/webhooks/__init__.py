"""Webhooks: who is told of what, and how it is delivered. See docs/decisions/0029."""
