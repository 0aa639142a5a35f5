// The queue of reports. Each opens at the position that it is about.

import { CloseReportDocument, ReportedGameDocument, ReportsDocument, type ReportFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { useAttempt, useLoaded } from "../hooks.ts";
import * as route from "../route.ts";
import { t, when } from "../words.ts";
import { List, useDesk, useList } from "./desk.tsx";
import { Find } from "./find.tsx";
import { Still } from "./still.tsx";

export function Reports() {
  const desk = useDesk();
  const [closed, show] = useState(false);
  const [changes, change] = useState(0);
  const [open, look] = useState<ReportFragment | null>(null);
  const reports = useList(async (after) => (await desk.query(ReportsDocument, { closed, after })).reports, [desk, closed, changes]);
  const done = () => {
    look(null);
    change(changes + 1);
  };
  if (open) return <Opened report={open} done={done} />;
  return (
    <>
      <section>
        <h2>{t("toReports")}</h2>
        <div class="buttons" role="group" aria-label={t("toReports")}>
          {[false, true].map((one) => (
            <button key={`${one}`} type="button" aria-pressed={closed === one} onClick={() => show(one)}>
              {t(one ? "closedReports" : "openReports")}
            </button>
          ))}
        </div>
        <List
          of={reports}
          none={t("noReports")}
          row={(report) => (
            <li key={report.id}>
              <About report={report} />
              <button type="button" onClick={() => look(report)}>
                {t("showPosition")}
              </button>
            </li>
          )}
        />
      </section>
      <Find />
    </>
  );
}

function About({ report }: { report: ReportFragment }) {
  const { authorSeat, seat, line } = report;
  const by = authorSeat !== null ? t("bySeat", { seat: authorSeat }) : t(report.host ? "byHost" : "byWatcher");
  return (
    <div class="about">
      <b>{t(`report${report.category}`)}</b> {seat !== null && t("regarding", { name: t("seat", { seat }) })}
      {line && <blockquote dir="auto">{line.text}</blockquote>}
      {report.text && <p dir="auto">{report.text}</p>}
      {report.word && <p class="muted">{report.word}</p>}
      <small class="muted">
        {by}, {t("atVersion", { version: report.version })}, <time dateTime={report.filedAt}>{when(report.filedAt)}</time>
      </small>
    </div>
  );
}

function Opened({ report, done }: { report: ReportFragment; done: () => void }) {
  const desk = useDesk();
  const [word, write] = useState("");
  const { said, attempt } = useAttempt();
  const { value, error } = useLoaded(async () => (await desk.query(ReportedGameDocument, { reportId: report.id })).reportedGame, [desk, report.id]);
  const problem = value && "message" in value ? value.message : error;
  const close = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const { closeReport } = await desk.query(CloseReportDocument, { reportId: report.id, word: word.trim() || null });
      if (closeReport.__typename !== "ReportClosed") return closeReport;
      done();
      return undefined;
    });
  };
  return (
    <>
      <section>
        <h2>{t("report")}</h2>
        <About report={report} />
        {report.sharesView && <p class="muted">{t("seesAsSeat")}</p>}
        <div class="buttons">
          <button type="button" onClick={done}>
            {t("toReports")}
          </button>
          <a class="button" href={route.operator("game", report.gameId)}>
            {t("table")}
          </a>
        </div>
        {report.closedAt === null && (
          <form class="acts" onSubmit={close}>
            <label>
              {t("closeWord")}
              <input value={word} maxLength={200} onInput={(event) => write(event.currentTarget.value)} />
            </label>
            <button class="primary">{t("closeReport")}</button>
          </form>
        )}
        {said && (
          <p class="problem" role="alert">
            {said}
          </p>
        )}
      </section>
      {problem && <p class="problem">{problem}</p>}
      {value && "gameId" in value && <Still game={value} />}
    </>
  );
}
