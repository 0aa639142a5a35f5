// Verifies deliveries of webhooks, signed as in Standard Webhooks (docs/api/accounts.md).
import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(secret, headers, body) { // the headers in lower case, the body as a Buffer
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`).update(body)
  const expected = Buffer.from('v1,' + signed.digest('base64'))
  const given = String(headers['webhook-signature']).split(' ').map((one) => Buffer.from(one))
  const fresh = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300
  return fresh && given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
}
