"""What tools do with a whole store: look at everything in it, write it to a file and read it back, repair its files."""
