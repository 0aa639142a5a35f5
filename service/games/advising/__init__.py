"""Advice for a seat before it moves: the suggestions of bots, and worlds that are consistent with what it knows."""
