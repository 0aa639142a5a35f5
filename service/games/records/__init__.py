"""Records of stored games: written, see docs/records.md."""
