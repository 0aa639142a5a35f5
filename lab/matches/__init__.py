"""Many games between bots: what is played, the games themselves, and what their reports have in common."""
