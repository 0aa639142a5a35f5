// See part.ts.

export { Beside } from "./beside.ts";
export { Present } from "./present.tsx";
export { Talk, ToTalk } from "./talk.tsx";
