"""Nine Men's Morris (rules.md)."""
