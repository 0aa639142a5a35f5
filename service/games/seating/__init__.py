"""Who plays a seat once the game runs: absent players, bots that play for them, and invites."""
