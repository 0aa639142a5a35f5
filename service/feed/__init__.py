"""The feed of all games: what has begun and ended, for operators and their webhooks."""
