"""`taphouse simulate`: many games between bots in this process, and what they tell about balance."""
