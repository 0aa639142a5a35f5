"""Pig: a game that hides nothing, and in which a roll decides whose turn is next."""
