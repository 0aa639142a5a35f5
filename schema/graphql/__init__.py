"""The GraphQL schema, derived from the engine's types: queries, mutations and subscriptions."""
