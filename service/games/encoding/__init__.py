"""The encoding of games in the store."""
