// Steps through the versions of a game.

import type { TableFragment } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { Sign } from "../art.tsx";
import * as route from "../route.ts";
import { t } from "../words.ts";

const STEP = 900;

interface Props {
  readonly game: TableFragment;
  readonly latest: number;
  readonly at: number | null;
}

export function Timeline({ game, latest, at }: Props) {
  const [running, run] = useState(false);
  const shown = at ?? game.version;
  const live = game.status === "RUNNING";
  const go = (version: number) => {
    const within = Math.max(1, Math.min(latest, version));
    location.replace(route.table(game.gameId, within === latest ? null : within)); // the newest one is no past
  };
  // From where the address is: a second click may come before what the first one asks for is shown.
  const step = (by: number) => {
    const asked = route.parse(location.hash);
    go(((asked.page === "table" && asked.at) || game.version) + by);
  };
  useEffect(() => {
    if (!running) return;
    if (at === null || shown >= latest) return run(false);
    const timer = setTimeout(() => go(shown + 1), STEP);
    return () => clearTimeout(timer);
  }, [running, at, shown, latest]);
  return (
    <section class="timeline" aria-label={t("history")}>
      <button type="button" onClick={() => go(1)} aria-label={t("toStart")}>
        <Sign of="first" />
      </button>
      <button type="button" onClick={() => step(-1)} aria-label={t("stepBack")} data-step="back">
        <Sign of="back" />
      </button>
      <button type="button" onClick={() => run(!running)} aria-label={running ? t("pause") : t("replay")} aria-pressed={running}>
        <Sign of={running ? "pause" : "play"} />
      </button>
      <button type="button" onClick={() => step(1)} aria-label={t("stepForward")} data-step="forward">
        <Sign of="forward" />
      </button>
      <button type="button" onClick={() => go(latest)} aria-label={live ? t("backToNow") : t("toEnd")}>
        <Sign of="last" />
      </button>
      <input
        type="range"
        min={1}
        max={latest}
        value={shown}
        aria-label={t("version")}
        aria-valuetext={t("versionOf", { version: shown, latest })}
        onChange={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <output>{t("versionOf", { version: shown, latest })}</output>
    </section>
  );
}
