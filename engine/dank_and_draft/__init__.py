"""Dank & Draft: two-sided cards, a grid of taps, taprooms of five types of beer. Rules: rules.md in this folder."""
