// What the host may do alone once the game runs: everybody sees it before they sit down.

import type { HostPowers } from "@taphouse/client";

import { t } from "../../words.ts";

export function Powers({ powers }: { powers: HostPowers }) {
  return (
    <p class="muted" data-powers={powers}>
      {t(`powers${powers}`)}
    </p>
  );
}
