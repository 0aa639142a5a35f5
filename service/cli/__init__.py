"""The `taphouse` command."""
