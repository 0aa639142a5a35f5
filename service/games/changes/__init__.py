"""What changes do to a game: pure functions, which judge again if another change was faster."""
