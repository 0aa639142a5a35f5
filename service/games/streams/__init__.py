"""All streams: of a game, and of the games of an account; and the tickets that open them."""
