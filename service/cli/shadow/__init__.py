"""`taphouse shadow`: replays games under the newest rules, and reports those that would have gone differently."""
