// What everybody should know of a game before they sit down: the advice that the service gives, and who may sit.

import type { Advice } from "@taphouse/client";

import { t } from "../words.ts";

interface Props {
  readonly game: { readonly advice: Advice; readonly peopleOnly: boolean };
}

export function AgreedNote({ game: { advice, peopleOnly } }: Props) {
  return (
    <span class="muted agreed">
      {t("advice")}: {t(`advice${advice}`)}
      {peopleOnly && ` · ${t("peopleOnly")}`}
    </span>
  );
}
