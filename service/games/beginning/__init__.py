"""The beginning of games: creating, forking, importing and joining them."""
