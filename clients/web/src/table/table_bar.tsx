// The bar above a table: its title, the connection, and what can be done with the table as a whole.

import type { Connection, TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { Sign } from "../art.tsx";
import { HowToPlay } from "../guide/how_to_play.tsx";
import { canHover } from "../hooks.ts";
import { usePart } from "../part.ts";
import { t } from "../words.ts";
import { APART } from "./apart.ts";
import { ConnectionState } from "./connection_state.tsx";
import { useTable } from "./context.ts";
import { isOn, turn } from "./following/alerts.ts";
import { Keys } from "./keys.tsx";

export function TableBar({ game, connection }: { game: TableFragment; connection: Connection }) {
  const { about } = useTable();
  const [open, show] = useState(false);
  const { value: apart, error } = usePart(open ? APART : null);
  return (
    <div class="table-bar">
      <h1>{about?.title ?? t("table")}</h1>
      <ConnectionState connection={connection} over={game.status !== "RUNNING"} />
      <span class="keys">{canHover() && <Keys />}</span>
      <SoundSwitch />
      <HowToPlay kind={game.kind} edition={game.edition} task={game.decision?.task} />
      <button type="button" onClick={() => show(true)}>
        {t("more")}
      </button>
      {open && apart && <apart.More game={game} close={() => show(false)} />}
      {open && error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function SoundSwitch() {
  const [on, set] = useState(() => isOn("sounds"));
  return (
    <button type="button" class="quiet" aria-pressed={on} aria-label={t("sounds")} title={t("sounds")} onClick={() => void turn("sounds", !on).then(set)}>
      <Sign of={on ? "loud" : "silent"} />
    </button>
  );
}
