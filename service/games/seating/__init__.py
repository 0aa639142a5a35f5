"""Changes of the player of a seat: absent players, bots that play for them, and invites."""
