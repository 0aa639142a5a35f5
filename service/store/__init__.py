"""The storage of games, in Redis or Valkey. See section 4 of docs/design.md."""
