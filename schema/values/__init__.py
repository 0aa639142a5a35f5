"""Values of the public API that all kinds of games share."""
