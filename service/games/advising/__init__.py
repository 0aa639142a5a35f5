"""What a seat can ask before it moves: what bots think, and worlds in which it may be."""
