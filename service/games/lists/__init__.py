"""Lists of games: an index in the store, and its pages for clients."""
