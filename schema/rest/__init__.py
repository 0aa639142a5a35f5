"""REST: the operations, their JSON schemas and the OpenAPI document."""
