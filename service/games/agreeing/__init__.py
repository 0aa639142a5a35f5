"""What takes agreement: proposals, undos, ends by agreement, and rematches."""
