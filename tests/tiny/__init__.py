"""Cask Race, the tiny fourth game: what the real games have between them, small enough to be read at once. Rules: rules.md."""
