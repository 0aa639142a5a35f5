"""Goofspiel, also known as the Game of Pure Strategy."""
