// GraphQL Yoga.

import { createServer } from 'node:http'
import { createYoga } from 'graphql-yoga'
import { listening, schema } from './work.mjs'

const server = createServer(createYoga({ schema, graphiql: false, landingPage: false, logging: false, multipart: false }))
server.listen(0, '127.0.0.1', () => listening(server.address().port))
