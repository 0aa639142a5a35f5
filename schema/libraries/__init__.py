"""The names of GraphQL libraries that these do not document: one module for each library (docs/decisions/0005)."""
