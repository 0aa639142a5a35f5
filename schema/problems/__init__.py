"""Expected refusals. They are data, not errors: union members in GraphQL, RFC 9457 problem details in REST."""
