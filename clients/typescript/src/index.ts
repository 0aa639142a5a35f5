export * from "./graphql.js";
export type { Known, Unknown } from "./kinds.js";
export { Taphouse, isEntry, type Connection, type Options, type Sending } from "./client.js";
export { followGame } from "./patches.js";
export { RequestFailed, newKey } from "./sending.js";
export { Seat, type Bot, type Chosen, type NoTable, type Previewed, type RefusedMove, type Sampled, type Table } from "./seats.js";
