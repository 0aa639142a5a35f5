// See part.ts.

export { Beside } from "./beside.ts";
export { PlanAhead } from "./plan_ahead.tsx";
export { Present } from "./present.tsx";
export { Talk, ToTalk } from "./talk.tsx";
