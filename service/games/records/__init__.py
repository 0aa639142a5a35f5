"""Records of stored games: exported, imported and verified. See docs/records.md."""
