// See part.ts.

export { followGame } from "@taphouse/client";
