"""The servers of a store: their discovery, their state, and the connections to them."""
