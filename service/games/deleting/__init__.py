"""The deletion of accounts."""
