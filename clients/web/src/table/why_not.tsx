// Why something cannot be done, in the words of the service.

import type { MoveInput } from "@taphouse/client";

import { useLoaded } from "../hooks.ts";
import { useAdvice, whyNot } from "./advice.ts";
import { useTable } from "./context.ts";

/** The reason why none of some moves can be made now; nothing if one can, or if there is none. */
export function WhyNot({ tries }: { tries: readonly MoveInput[] }) {
  const { game } = useTable();
  const client = useAdvice();
  const load = async () => (client && tries.length > 0 ? whyNot(client, game.gameId, tries, game.decision?.prompt ?? "") : null);
  const { value } = useLoaded(load, [client, game.version, JSON.stringify(tries)]);
  return (
    <p class={value ? "why-not" : "unseen"} role="status">
      {value}
    </p>
  );
}
