"""The public contract: the GraphQL and REST APIs, derived from the engine's types."""
