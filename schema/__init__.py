"""The public contract: GraphQL types, queries and mutations, derived from the engine's types."""
