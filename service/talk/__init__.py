"""Talk: the use cases and streams of the rooms beside a game's log."""
