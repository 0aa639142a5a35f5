"""Invariants of every game, checked for all alike: those of `engine.GAMES`, and the tiny one in tests/tiny."""
