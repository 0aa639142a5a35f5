// Checks the shuffles of recorded games: the commitment is that of the seed and salt, and the seed gives every listed draw.
// Written from docs/records.md alone. It knows no game, so it cannot tell if all draws are listed, or if moves and result are
// right: `taphouse record verify` does. It needs nothing but Node.
//
//   node verify.mjs FILE...
//
// The files hold records as text or as JSON Lines. The exit status is 1 if a check fails.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
const MIXED = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

const rotate = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

/** BLAKE2b (RFC 7693) with a key and a personalization, as a Buffer of `size` bytes. */
function blake2b(message, size, key, person) {
  const parameters = Buffer.alloc(64);
  parameters.set([size, key.length, 1, 1]);
  parameters.write(person, 48, "latin1");
  const h = IV.map((word, i) => word ^ parameters.readBigUInt64LE(8 * i));
  const input = Buffer.concat([key.length ? Buffer.concat([key], 128) : key, message]);
  const blocks = Math.max(1, Math.ceil(input.length / 128));
  for (let block = 0; block < blocks; block++) {
    const last = block === blocks - 1;
    const chunk = Buffer.concat([input.subarray(128 * block, 128 * (block + 1))], 128);
    const m = Array.from({ length: 16 }, (_, i) => chunk.readBigUInt64LE(8 * i));
    const v = [...h, ...IV];
    v[12] ^= BigInt(last ? input.length : 128 * (block + 1));
    if (last) v[14] ^= MASK;
    for (let round = 0; round < 12; round++) {
      const s = SIGMA[round % 10];
      MIXED.forEach(([a, b, c, d], i) => {
        v[a] = (v[a] + v[b] + m[s[2 * i]]) & MASK;
        v[d] = rotate(v[d] ^ v[a], 32n);
        v[c] = (v[c] + v[d]) & MASK;
        v[b] = rotate(v[b] ^ v[c], 24n);
        v[a] = (v[a] + v[b] + m[s[2 * i + 1]]) & MASK;
        v[d] = rotate(v[d] ^ v[a], 16n);
        v[c] = (v[c] + v[d]) & MASK;
        v[b] = rotate(v[b] ^ v[c], 63n);
      });
    }
    h.forEach((_, i) => (h[i] ^= v[i] ^ v[i + 8]));
  }
  const digest = Buffer.alloc(64);
  h.forEach((word, i) => digest.writeBigUInt64LE(word, 8 * i));
  return digest.subarray(0, size);
}

/** The first `count` numbers of a draw: the digests of its blocks as 64-bit numbers. */
function numbers(seed, draw, count) {
  const found = [];
  for (let block = 0; found.length < count; block++) {
    const message = Buffer.alloc(12);
    message.writeBigUInt64BE(BigInt(draw), 0);
    message.writeUInt32BE(block, 8);
    const digest = blake2b(message, 64, seed, "taphouse-draw");
    for (let i = 0; i < 64; i += 8) found.push(digest.readBigUInt64BE(i));
  }
  return found;
}

/** What the seed gives for a draw of k from n positions: an order if k is n, else ascending positions. */
function drawn(seed, draw, n, k) {
  const places = Array.from({ length: n }, (_, i) => i);
  numbers(seed, draw, Math.min(k, n - 1)).slice(0, Math.min(k, n - 1)).forEach((number, i) => {
    const j = i + Number(number % BigInt(n - i));
    [places[i], places[j]] = [places[j], places[i]];
  });
  return k === n ? places : places.slice(0, k).sort((a, b) => a - b);
}

/** Checks a record. Returns what was checked; throws an Error that says what is wrong. */
function verify(record) {
  if (!record.seed) throw new Error("the record has no seed: the game is not over, or was played at a real table");
  if (!record.commitment) throw new Error("the record has no commitment, so nobody knows when the seed was chosen");
  const seed = Buffer.from(record.seed, "hex");
  const salt = Buffer.from(record.salt ?? "", "hex");
  const commitment = blake2b(Buffer.concat([salt, seed]), 32, Buffer.alloc(0), "taphouse-commit").toString("hex");
  if (commitment !== record.commitment) throw new Error("the commitment is not that of the seed and salt");
  const draws = record.draws.filter((draw) => !draw.fell); // those that fell at a table are nobody's to check
  for (const draw of draws) {
    const right = drawn(seed, draw.number, draw.of, draw.drawn.length);
    if (right.join() !== draw.drawn.join()) throw new Error(`draw ${draw.number} should be ${right.join()}`);
  }
  const which = record.seeded ? "a client knew the seed" : "nobody chose the seed later";
  return `the commitment and ${draws.length} listed draws are right (${which}); the game itself is not checked`;
}

const BOM = "\ufeff";

/** The records of a file one after another, each with the number of its first line. Only what is checked is read. */
async function* records(file) {
  let record = null;
  let number = 0;
  for await (const given of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const line = number++ ? given : given.replace(BOM, "");
    const [, name, value] = line.match(/^\[([A-Za-z]+) (.*)\]$/) ?? [];
    if (line.startsWith("{")) yield { draws: [], ...JSON.parse(line), number };
    else if (name === "Taphouse") record = { draws: [], number };
    else if (!record) continue;
    else if (name === "Draw") record.draws.push(JSON.parse(value));
    else if (["Commitment", "Salt", "Seed", "Seeded"].includes(name)) record[name.toLowerCase()] = JSON.parse(value);
    else if (name === "Result") {
      yield record;
      record = null;
    }
  }
  if (record) throw new Error(`line ${record.number}: the record was cut off`);
}

let checked = 0;
for (const file of process.argv.slice(2)) {
  try {
    for await (const record of records(file)) {
      checked++;
      try {
        console.log(`${file}: line ${record.number}: ${verify(record)}`);
      } catch (error) {
        console.error(`${file}: line ${record.number}: ${error.message}`);
        process.exitCode = 1;
      }
    }
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    process.exitCode = 1;
  }
}
if (!checked) {
  console.error("There is no record. Usage: node verify.mjs FILE...");
  process.exitCode = 1;
}
