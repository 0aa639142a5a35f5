"""Card Hoard (rules.md)."""
