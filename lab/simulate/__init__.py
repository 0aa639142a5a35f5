"""`taphouse simulate`: plays many games between bots in this process, and reports on the game's balance."""
