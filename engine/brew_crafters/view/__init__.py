"""The view of Brew Crafters: the types of its table, and how a position is shown."""
