"""What every game must keep, checked for every game alike: those of `engine.GAMES`, and the tiny one in tests/tiny."""
