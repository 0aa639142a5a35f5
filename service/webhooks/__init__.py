"""Webhooks: their notices, and the deliveries of these. See docs/decisions/0029."""
