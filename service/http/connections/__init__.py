"""HTTP/1.1 and WebSocket on TCP connections: uvicorn's protocols, with bounds on everything that does not reach the application.

- A connection reads little at a time, and an address with many connections takes turns, so that none holds up the others.
- The head of a request, and likewise the framing and the trailers of its body, have at most `MOST_HEAD` bytes. They are counted
  before the parser copies them.
- Connections are counted, and heads, bodies and pauses must not take too long: see `TcpConnections`.
- Little is read while requests wait for the answer to an earlier one on the same connection.
- The frames of a WebSocket are counted, also those that bring no message.
"""
