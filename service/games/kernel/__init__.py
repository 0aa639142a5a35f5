"""The ground of every use case: loading a game, changing it by pure functions, and committing the change."""
