"""How games begin: they are created, forked and imported, and players join."""
