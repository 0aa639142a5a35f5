"""The effects of changes on a game: pure functions, which are called again if another change was faster."""
