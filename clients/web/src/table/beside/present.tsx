// Whether the player of a seat is there.

import type { PresenceState } from "@taphouse/client";

import { t } from "../../words.ts";

export function Present({ state }: { state: PresenceState | undefined }) {
  if (!state) return null;
  const text = t(`presence${state}`);
  return (
    <span class={`presence ${state}`} title={text}>
      <span class="unseen">{text}</span>
    </span>
  );
}
