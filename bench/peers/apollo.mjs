// Apollo Server on Fastify, which is faster than its standalone server.

import { ApolloServer } from '@apollo/server'
import fastifyApollo from '@as-integrations/fastify'
import Fastify from 'fastify'
import { listening, schema } from './work.mjs'

const app = Fastify()
const apollo = new ApolloServer({ schema })
await apollo.start()
await app.register(fastifyApollo(apollo))
await app.listen({ port: 0, host: '127.0.0.1' })
listening(app.server.address().port)
