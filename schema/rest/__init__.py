"""The REST operations, their JSON schemas and the OpenAPI document."""
