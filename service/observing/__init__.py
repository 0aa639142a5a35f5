"""What an instance lets its operator see of itself: metrics and traces. Both are off unless a setting turns them on."""
