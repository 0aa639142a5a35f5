"""Operating: the use cases of operators, and the log of what they have done."""
