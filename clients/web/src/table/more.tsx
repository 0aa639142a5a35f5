// What can be done with a table as a whole: a dialog.

import { AbandonDocument, RecordOfDocument, ResignDocument, type TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { anyone, clientOf } from "../api.ts";
import { messageOf } from "../hooks.ts";
import { AgreedNote } from "../lobby/agreed.tsx";
import * as route from "../route.ts";
import { held } from "../storage.ts";
import { t } from "../words.ts";
import { ProposeMenu } from "./agreeing/proposals.tsx";
import { FollowingSettings } from "./following/settings.tsx";
import { Hosting } from "./seating/hosting.tsx";
import { ClaimSeat, MoveSeat } from "./seating/moving.tsx";
import { Naming } from "./seating/naming.tsx";
import { Powers } from "./seating/powers.tsx";
import { ShareLink } from "./seating/share_link.tsx";
import { Report } from "./report.tsx";
import { mayReport } from "./reporter.ts";
import { Dialog } from "./sheet.tsx";

/** Offers a text as a file. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

export function More({ game, close }: { game: TableFragment; close: () => void }) {
  const { gameId } = game;
  const [said, say] = useState<string | null>(null);
  const [sure, ask] = useState<"resign" | "abandon" | null>(null);
  const [reporting, report] = useState(false);
  const mine = held(gameId);
  const seat = game.viewer.seat;
  const running = game.status === "RUNNING";
  const keep = async () => {
    const { record } = await anyone().query(RecordOfDocument, { gameId });
    if (record.__typename !== "GameRecord") return say(record.message);
    save(`${gameId}.txt`, record.text);
  };
  const end = async (how: "resign" | "abandon") => {
    const client = clientOf(how === "resign" && seat !== null ? mine?.seats[seat] : mine?.host);
    const answer =
      how === "resign"
        ? (await client.mutate(ResignDocument, { gameId })).resign
        : (await client.mutate(AbandonDocument, { gameId })).abandon;
    if (answer.__typename !== "GameChanged") return say(answer.message);
    close();
  };
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => say(messageOf(error)));
  if (reporting) return <Report game={game} line={null} close={close} />;
  return (
    <Dialog title={t("thisTable")} close={close}>
      <p>
        <AgreedNote game={game} />
      </p>
      <ShareLink to={route.shared(gameId)} text={t("shareToWatch")} />
      <MoveSeat gameId={gameId} />
      <ClaimSeat gameId={gameId} />
      {running && seat !== null && <Naming game={game} seat={seat} />}
      {running && seat !== null && <ProposeMenu done={close} />}
      <FollowingSettings />
      <Powers powers={game.powers} />
      <Hosting game={game} seats={Object.keys(mine?.seats ?? {}).map(Number)} done={close} />
      <div class="buttons">
        <button type="button" onClick={() => void attempt(keep())}>
          {t("saveRecord")}
        </button>
        {mayReport(game) && (
          <button type="button" onClick={() => report(true)}>
            {t("report")}
          </button>
        )}
        {running && seat !== null && (
          <button type="button" class="danger" onClick={() => (sure === "resign" ? void attempt(end("resign")) : ask("resign"))}>
            {sure === "resign" ? t("reallyResign") : t("resign")}
          </button>
        )}
        {running && mine?.host && (game.powers === "FULL" || seat === null) && (
          <button type="button" class="danger" onClick={() => (sure === "abandon" ? void attempt(end("abandon")) : ask("abandon"))}>
            {sure === "abandon" ? t("reallyAbandon") : t("abandon")}
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </Dialog>
  );
}
