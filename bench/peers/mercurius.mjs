// Mercurius on Fastify. It compiles documents (`jit`).

import Fastify from 'fastify'
import mercurius from 'mercurius'
import { listening, schema } from './work.mjs'

const app = Fastify()
app.register(mercurius, { schema, jit: 1, graphiql: false })
await app.listen({ port: 0, host: '127.0.0.1' })
listening(app.server.address().port)
