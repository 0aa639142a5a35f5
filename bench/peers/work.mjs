// The work of a move, the same in every peer: load a snapshot from Redis unless the game is kept, change it, compare-and-set it by
// script while appending to a log, and answer with the table. See __init__.py.

import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { createClient } from 'redis'

const FIELDS = ['version', 'kind', 'status', 'created', 'updated', 'setup', 'snapshot', 'watched', 'epochs', 'orders', 'format']
const LINES = {
  ROW_1: [0, 1, 2],
  ROW_2: [3, 4, 5],
  ROW_3: [6, 7, 8],
  COLUMN_1: [0, 3, 6],
  COLUMN_2: [1, 4, 7],
  COLUMN_3: [2, 5, 8],
}
const DAY = 86_400_000
const SNAPSHOT_EVERY = 16
const DIGEST = '0'.repeat(16)

const redis = await createClient({ socket: { path: process.env.PEERS_STORE }, RESP: 2 }).connect()
const commit = await redis.scriptLoad(readFileSync(process.env.PEERS_COMMIT, 'utf8'))
const cards = JSON.parse(await redis.get('peers:cards'))

/** An entry as an item of the log; see layout.py. */
function packed(at, who, body, snapshot) {
  const head = Buffer.alloc(7 + who.length + 3)
  head.writeUIntBE(at, 0, 6)
  head.writeUInt8(who.length, 6)
  head.write(who, 7)
  head.writeUIntBE(Buffer.byteLength(body), 7 + who.length, 3)
  return Buffer.concat([head, Buffer.from(body), Buffer.from(snapshot)])
}

const card = (number) => (number < 0 ? null : cards[number])

/** What is shown of a state: an object like the service's `DankAndDraftTable`. */
function table([, [turn, seat, turnPhase, extraTurn, extraTurnOwed, inPlay], drawPile, taps, discardPile, players]) {
  return {
    turn,
    seat,
    turnPhase,
    extraTurn,
    extraTurnOwed,
    drawPile: { size: drawPile, cards: null },
    taps: taps.map((at, i) => ({ position: i + 1, row: Math.floor(i / 3) + 1, column: (i % 3) + 1, card: card(at) })),
    players: players.map(([seat, score, hand, taproom, closedTypes]) => ({
      seat,
      score,
      hand: { size: hand.length, cards: hand.map(card) },
      taproom: taproom.map(([type, ...of]) => ({ type, cards: of.map(card) })),
      closedTypes,
    })),
    discardPile: discardPile.map(card),
    inPlay,
  }
}

/** The games as they were changed last. */
const kept = new Map()

async function loaded(game, key) {
  const [version, , status, , updated, setup, snapshot] = await redis.hmGet(game, [...FIELDS, key])
  return { version: Number(version), status, updated: Number(updated), setup, state: JSON.parse(snapshot), ahead: false }
}

/** Takes the cards of a line into the first hand. As many return to the taps, so that the table keeps its size. */
async function draft(_, { gameId, line }) {
  const game = `th:{${gameId}}`
  const key = createHash('sha1').update(`seat:1\0${randomUUID()}`).digest().subarray(0, 12)
  const { version: before, status, updated, setup, state, ahead } = kept.get(game) ?? (await loaded(game, key))
  const version = before + 1
  const [, , , taps, , [[, , hand]]] = state
  const places = LINES[line].filter((at) => taps[at] >= 0)
  const drafted = places.map((at) => taps[at])
  hand.push(...drafted)
  for (const at of places) taps[at] = hand.shift()
  const now = Date.now()
  const after = JSON.stringify(state)
  const body = JSON.stringify([`draft ${line}`, false, null])
  const entry = packed(now, 'seat:1', body, version % SNAPSHOT_EVERY === 0 ? after : '')
  const changed = Buffer.alloc(66)
  const numbers = [before, 90 * DAY, now, Infinity, 0, 0, 0, ahead ? updated : -1]
  for (const [at, number] of numbers.entries()) changed.writeDoubleLE(number, 8 * at)
  const head = Buffer.concat([changed, key, Buffer.from(`${DIGEST}\0${status}\0\0\0`)])
  const [conflict] = await redis.evalSha(commit, {
    keys: [game, `${game}:entries`],
    arguments: [head, after, ...(ahead ? [setup, ''] : []), entry, ''],
  })
  if (conflict) {
    kept.delete(game)
    return { __typename: 'VersionConflict', code: 'VERSION_CONFLICT', message: 'The game has moved on.' }
  }
  kept.set(game, { version, status, updated: now, setup, state, ahead: true })
  return { __typename: 'GameChanged', game: { __typename: 'DankAndDraftGame', version, table: table(state) } }
}

/** The service's schema. Only the mutation that is measured has a resolver. */
export const schema = buildSchema(readFileSync(process.env.PEERS_SCHEMA, 'utf8'))
schema.getMutationType().getFields().dankAndDraftDraft.resolve = draft

/** Tells the benchmark where this server listens. */
export const listening = (port) => console.log(`http://127.0.0.1:${port}/`)
