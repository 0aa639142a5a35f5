// What the service says of moves: why none of some can be made, and which one a bot would make, and why.

import {
  AnalysisDocument,
  WhyNotDocument,
  type AnalysisQuery,
  type MoveInput,
  type Taphouse,
} from "@taphouse/client";
import { useMemo } from "preact/hooks";

import { clientOf } from "../api.ts";
import { held } from "../storage.ts";
import { language } from "../words.ts";
import { useTable } from "./context.ts";

type Analysed = Extract<AnalysisQuery["game"], { analysis: unknown }>["analysis"];
export type Considered = Extract<Analysed, { moves: unknown }>["moves"][number];

/** A client of the viewer's seat. Null where it has nothing to ask: without a seat, in the past, and after the end. */
export function useAdvice(): Taphouse | null {
  const { game, me } = useTable();
  const token = me === null ? undefined : held(game.gameId)?.seats[me];
  const now = game.status === "RUNNING" && game.version === game.latest;
  return useMemo(() => (token && now ? clientOf(token) : null), [token, now, language]);
}

/**
 * Why none of some moves can be made; null if one can. A reason of its own says more than one that another decision comes
 * first, which ends with the prompt of that decision.
 */
export async function whyNot(client: Taphouse, gameId: string, tries: readonly MoveInput[], prompt: string): Promise<string | null> {
  const asked = tries.map(async (move) => {
    const { game } = await client.query(WhyNotDocument, { gameId, move });
    return "whyNot" in game ? game.whyNot?.message : game.message;
  });
  const reasons = await Promise.all(asked);
  if (reasons.includes(undefined)) return null;
  return reasons.find((reason) => !reason?.endsWith(prompt)) ?? reasons[0] ?? null;
}

/** The moves that a bot considered, the one that it would make first; none if another seat decides. */
export async function considered(client: Taphouse, gameId: string, onRetry: () => void): Promise<readonly Considered[]> {
  const { game } = await client.query(AnalysisDocument, { gameId, bot: "SEARCH" }, { onRetry });
  if (!("analysis" in game)) throw new Error(game.message);
  if ("message" in game.analysis) throw new Error(game.analysis.message);
  return game.analysis.moves;
}
