"""The servers of a store: which there are, what they say of themselves, and the connections to them."""
