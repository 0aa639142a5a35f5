export * from "./graphql.js";
export type { Known, Unknown } from "./kinds.js";
export { Taphouse, isEntry, type Connection, type Options, type Sending } from "./client.js";
export { RequestFailed, newKey } from "./sending.js";
