// What everybody should know of a game before they sit down: the advice that the service gives, who may sit, and whether it counts.

import type { Advice } from "@taphouse/client";

import { t } from "../words.ts";

interface Props {
  readonly game: { readonly advice: Advice; readonly peopleOnly: boolean; readonly rated: boolean };
}

export function AgreedNote({ game: { advice, peopleOnly, rated } }: Props) {
  return (
    <span class="muted agreed">
      {t("advice")}: {t(`advice${advice}`)}
      {peopleOnly && ` · ${t("peopleOnly")}`}
      {rated && ` · ${t("rated")}`}
    </span>
  );
}
