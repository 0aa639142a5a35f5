"""Tools for a whole store: they look at everything in it, write it to a file and read it back, and repair its files."""
