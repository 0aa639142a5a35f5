import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

const SECRET = `whsec_${randomBytes(32).toString("base64")}`; // keep yours where you keep secrets

/** The content of a webhook: nothing that a spectator does not know. */
export interface Told {
  readonly type: string;
  readonly data: { readonly gameId: string; readonly version: number; readonly seat?: number };
}

/** Returns whether the service has sent this body, in the last five minutes. */
function isGenuine(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures } = headers;
  const key = Buffer.from(SECRET.replace("whsec_", ""), "base64");
  const signed = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest("base64");
  const expected = Buffer.from(`v1,${signed}`);
  const given = String(signatures).split(" ").map((one) => Buffer.from(one));
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  return fresh && given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

/** Starts your server, which gets webhooks and passes them on by push. */
export async function startServer(push: (told: Told) => void) {
  const known = new Set<string>(); // in a database, for a day
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const id = String(request.headers["webhook-id"]);
    if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
    response.writeHead(204).end(); // within ten seconds: what takes longer comes later
    if (known.has(id)) return; // a delivery may come twice
    known.add(id);
    push(JSON.parse(body.toString()) as Told);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

/** Registers your server for the turns and the end of a game. */
export async function watch(service: string, gameId: string, hostToken: string, url: string): Promise<void> {
  const answer = await fetch(`${service}/v1/games/${gameId}/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${hostToken}`, "content-type": "application/json" },
    body: JSON.stringify({ url, events: ["YOUR_TURN", "GAME_OVER"], secret: SECRET }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
