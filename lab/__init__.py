"""Tools that play, measure and check games and the contract. None of them serves."""
