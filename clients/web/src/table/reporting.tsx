// Tells the operator that something is wrong at a table, or with a line of its talk.

import { ReportDocument, type ReportCategory, type TableFragment, type TalkLineFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { clientOf } from "../api.ts";
import { useAttempt } from "../hooks.ts";
import { seatName } from "../named.tsx";
import { parse } from "../route.ts";
import { t } from "../words.ts";
import { tokenFor } from "./reporter.ts";
import { Dialog } from "./sheet.tsx";

import "./reporting.css";

const CATEGORIES: readonly ReportCategory[] = ["ABUSE", "CHEATING", "STALLING", "BUG", "OTHER"];
/** The most characters of the text. */
const MOST = 500;

export interface ReportProps {
  readonly game: TableFragment;
  /** The line of talk that it is about; null if it is about the table. */
  readonly line: TalkLineFragment | null;
  readonly close: () => void;
}

export function Reporting({ game, line, close }: ReportProps) {
  const [category, choose] = useState<ReportCategory>(line ? "ABUSE" : "OTHER");
  const [about, blame] = useState<number | null>(line?.seat ?? null);
  const [text, write] = useState("");
  const [shareView, share] = useState(false);
  const [filed, file] = useState(false);
  const { said, attempt } = useAttempt();
  const others = game.seats.filter(({ seat, taken }) => taken && seat !== game.viewer.seat);
  const send = (event: Event) => {
    event.preventDefault();
    const shown = parse(location.hash);
    const variables = {
      gameId: game.gameId,
      category,
      text: text.trim() || null,
      version: (shown.page === "table" && shown.at) || game.version,
      seat: about,
      line: line?.cursor ?? null,
      room: line?.room ?? null,
      shareView,
    };
    void attempt(async () => {
      const { report } = await clientOf(tokenFor(game)).mutate(ReportDocument, variables);
      file(report.__typename === "ReportFiled");
      return report.__typename === "ReportFiled" ? undefined : report;
    });
  };
  return (
    <Dialog title={t("report")} close={close}>
      {filed ? (
        <p role="status">{t("reported")}</p>
      ) : (
        <form class="reporting" onSubmit={send}>
          <p class="muted">{t("reportText")}</p>
          {line && <blockquote dir="auto">{line.text}</blockquote>}
          <label>
            {t("reportCategory")}
            <select value={category} onChange={(event) => choose(event.currentTarget.value as ReportCategory)}>
              {CATEGORIES.map((one) => (
                <option key={one} value={one}>
                  {t(`report${one}`)}
                </option>
              ))}
            </select>
          </label>
          {!line && (
            <label>
              {t("reportSeat")}
              <select value={about ?? ""} onChange={(event) => blame(Number(event.currentTarget.value) || null)}>
                <option value="">{t("reportNobody")}</option>
                {others.map((place) => (
                  <option key={place.seat} value={place.seat}>
                    {seatName(place)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            {t("reportWords")}
            <textarea rows={4} maxLength={MOST} value={text} onInput={(event) => write(event.currentTarget.value)} />
          </label>
          {game.viewer.seat !== null && (
            <label class="check">
              <input type="checkbox" checked={shareView} onChange={() => share(!shareView)} />
              {t("reportView")}
            </label>
          )}
          <button class="primary">{t("reportSend")}</button>
          {said && (
            <p class="problem" role="alert">
              {said}
            </p>
          )}
        </form>
      )}
    </Dialog>
  );
}
