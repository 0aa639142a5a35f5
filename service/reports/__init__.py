"""Reports: players file them, and the operator works through them."""
