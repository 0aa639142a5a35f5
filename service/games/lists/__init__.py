"""Lists of games: an index in the store, and what clients see of it."""
