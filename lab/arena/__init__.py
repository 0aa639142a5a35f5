"""`taphouse arena`: a tournament between bots. See docs/arena.md."""
