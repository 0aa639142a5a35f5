// A note at a game whose edition a player brought: other players see its titles and texts.

import type { GameKind } from "@taphouse/client";

import { kinds } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { t } from "../words.ts";

export function GuestEdition({ kind, edition }: { kind: GameKind; edition: string }) {
  const offered = useLoaded(kinds, []).value?.find((one) => one.kind === kind)?.editions;
  if (!offered || offered.some(({ digest }) => digest === edition)) return null;
  return (
    <p class="note">
      <span>{t("guestEdition")}</span>
    </p>
  );
}
