"""The HTTP transports: GraphQL, WebSocket, server-sent events, REST."""
