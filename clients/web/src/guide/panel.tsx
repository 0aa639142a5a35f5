// The panel of the guide to a game, beside a table at what is to be decided there.

import type { GameKind, GuideFragment } from "@taphouse/client";
import { useLayoutEffect, useRef } from "preact/hooks";

import { editionOf, howToPlay } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { GuestEdition } from "../table/guest_edition.tsx";
import { t, type Word } from "../words.ts";

import "./panel.css";

export interface Props {
  readonly kind: GameKind;
  /** The digest of the edition; by default, the kind's first one. */
  readonly edition?: string | undefined;
  /** The task of the decision that is to be made. */
  readonly task?: string | undefined;
  readonly close: () => void;
}

export function Panel({ kind, edition, task, close }: Props) {
  const { value: about, error } = useLoaded(() => howToPlay(kind), [kind]);
  const { guide } = editionOf(about, edition) ?? {};
  const panel = useRef<HTMLElement>(null);
  const step = guide?.turn.findIndex(({ tasks }) => task !== undefined && tasks.includes(task));
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), [guide !== undefined]);
  useLayoutEffect(() => panel.current?.querySelector("[aria-current]")?.scrollIntoView(), [step]); // the decision moves on
  const escape = (event: KeyboardEvent) => event.key === "Escape" && close();
  return (
    <aside class="guide-panel" aria-labelledby="guide-title" tabIndex={-1} ref={panel} onKeyDown={escape}>
      <header>
        <h2 id="guide-title">{[t("howToPlay"), about?.title].filter(Boolean).join(": ")}</h2>
        <button type="button" class="quiet" onClick={close} aria-label={t("close")}>
          ✕
        </button>
      </header>
      {error && <p class="problem">{error}</p>}
      {edition !== undefined && <GuestEdition offered={about?.editions} edition={edition} />}
      {guide && <Guide guide={guide} task={task} />}
      {about && (
        <details>
          <summary>{t("exactRules")}</summary>
          <dl class="rules" lang="en">
            {about.rules.map(({ key, text }) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{text.replaceAll("*", "")}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </aside>
  );
}

function Guide({ guide, task }: { guide: GuideFragment; task: string | undefined }) {
  return (
    <>
      <Lines title="guideGoal" lines={guide.goal} />
      <Lines title="guideSetup" lines={guide.setup} />
      <section>
        <h3>{t("guideTurn")}</h3>
        {guide.turn.map((step) => (
          <div key={step.title} class="step" aria-current={task !== undefined && step.tasks.includes(task) ? "step" : undefined}>
            <h4>{step.title}</h4>
            <p>{step.text}</p>
            {step.example && (
              <p class="example">
                <b>{t("guideExample")}</b> {step.example}
              </p>
            )}
          </div>
        ))}
      </section>
      <section>
        <h3>{t("guideComponents")}</h3>
        {guide.components.map(({ section, title, text, entries }) => (
          <details key={section}>
            <summary>{title}</summary>
            <p>{text}</p>
            <dl>
              {entries.map((entry) => (
                <div key={entry.key}>
                  <dt>{entry.title}</dt>
                  <dd>{entry.text}</dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </section>
      <Lines title="guideEnd" lines={guide.end} />
      <Lines title="scores" lines={guide.scoring} />
      <Lines title="guideTips" lines={guide.tips} />
      <section>
        <h3>{t("guideQuestions")}</h3>
        {guide.questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    </>
  );
}

function Lines({ title, lines }: { title: Word; lines: GuideFragment["goal"] }) {
  return (
    <section>
      <h3>{t(title)}</h3>
      <ul>
        {lines.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
