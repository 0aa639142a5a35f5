// What to do until others have come. Games open in windows of their own: this one shows when the table starts.

import type { Kind } from "../../api.ts";
import { FirstGame } from "../../guide/first_game.tsx";
import { HowToPlay } from "../../guide/how_to_play.tsx";
import * as route from "../../route.ts";
import { t } from "../../words.ts";

import "./waiting.css";

export function Meanwhile({ kind, edition }: { kind: Kind; edition: string }) {
  return (
    <section class="meanwhile">
      <h2>{t("meanwhile")}</h2>
      <p class="muted">{t("meanwhileText")}</p>
      <div class="buttons">
        <HowToPlay kind={kind.kind} edition={edition} />
        <FirstGame kind={kind} apart />
        <a class="button" href={route.newTable(kind.kind)} target="_blank">
          {t("meanwhileBots")}
        </a>
      </div>
    </section>
  );
}
