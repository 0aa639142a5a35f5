"""What every use case stands on: loading a game, changing it by pure functions, and committing the change."""
