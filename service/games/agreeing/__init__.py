"""Changes that need agreement: proposals, undos, ends by agreement, and rematches."""
