"""Clocks: of moves and of games, time-outs, pauses, and what webhooks and records are told of them."""
