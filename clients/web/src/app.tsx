import type { ComponentType } from "preact";
import { useMemo, useState } from "preact/hooks";

import { AccountMenu } from "./account/menu.tsx";
import { languages } from "./api.ts";
import { Mark, Shades } from "./art.tsx";
import { boardOf } from "./games/parts.ts";
import { useFragment, useLoaded } from "./hooks.ts";
import { Part, usePart } from "./part.ts";
import { PERSONS } from "./persons/part.ts";
import { home, parse, type Route } from "./route.ts";
import { held, useForgets } from "./storage.ts";
import { applyTheme, theme, type Theme } from "./theme.ts";
import { language, nameOf, speak, t, withWords, type Language } from "./words.ts";

type Shown = ComponentType<{ readonly route: Route }>;

const HOME = new Part<Shown>(async () => (await withWords(import("./lobby/home.tsx"))).Home);
const NEW = new Part<Shown>(async () => (await withWords(import("./lobby/new_table.tsx"))).NewTable);
const PEOPLE = new Part<Shown>(async () => (await PERSONS.load()).Persons);
const ACCOUNT = new Part<Shown>(async () => (await PERSONS.load()).accountPage((await import("./own/own_data.tsx")).OwnData));
const OPERATOR = new Part<Shown>(async () => {
  await PERSONS.load(); // for its styles, which would be in every page if two parts had them
  return (await withWords(import("./operator/operator.tsx"), "seldom")).Operator;
});
const TABLE = new Part<Shown>(async () => (await import("./table/at_table.tsx")).AtTable);

function partOf({ page }: Route): Part<Shown> {
  switch (page) {
    case "home":
      return HOME;
    case "new":
      return NEW;
    case "player":
    case "leaderboard":
      return PEOPLE;
    case "account":
      return ACCOUNT;
    case "operator":
      return OPERATOR;
    default:
      return TABLE;
  }
}

/** Loads what a route shows, as far as that is known. What cannot be loaded is asked for again when it is shown. */
export function prepare(route: Route): Promise<unknown> {
  const kind = route.page === "table" && held(route.gameId)?.kind;
  return Promise.allSettled([partOf(route).load(), kind && boardOf(kind).load()]);
}

export function App() {
  const fragment = useFragment();
  const route = useMemo(() => parse(fragment), [fragment]);
  const { value: Shown, error } = usePart(partOf(route));
  const [, renew] = useState(language); // everything below is rendered again with it
  const forgets = useForgets();
  const choose = (wanted: Language) => speak(wanted).finally(() => renew(language));
  return (
    <>
      <a class="skip" href="#main" onClick={toMain}>
        {t("skip")}
      </a>
      <header class="top">
        <a class="brand" href={home} translate={false}>
          <Mark />
          Taphouse
        </a>
        <AccountMenu />
        <LanguageChoice choose={choose} />
        <ThemeChoice />
      </header>
      {forgets && (
        <p class="note forgets" role="status">
          {t(`forgets${forgets}`)}
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {Shown ? <Shown route={route} /> : <p class={error ? "problem page" : "muted page"}>{error ?? t("loading")}</p>}
      </main>
    </>
  );
}

/** The fragment is the route, so the link to the content must not change it. */
function toMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The languages, each by its own name. */
function LanguageChoice({ choose }: { choose: (wanted: Language) => void }) {
  const spoken = new Set([language, ...(useLoaded(languages, []).value ?? [])]);
  return (
    <label class="choice-of">
      <span class="unseen">{t("language")}</span>
      <select value={language} onChange={(event) => choose(event.currentTarget.value as Language)}>
        {[...spoken].sort().map((one) => (
          <option key={one} value={one} lang={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeChoice() {
  const [chosen, set] = useState(theme);
  const choose = (event: Event) => {
    const wanted = (event.currentTarget as HTMLSelectElement).value as Theme;
    applyTheme(wanted);
    set(wanted);
  };
  return (
    <label class="choice-of theme">
      <span class="unseen">{t("theme")}</span>
      <Shades />
      <select value={chosen} onChange={choose}>
        <option value="system">{t("themeSystem")}</option>
        <option value="light">{t("themeLight")}</option>
        <option value="dark">{t("themeDark")}</option>
      </select>
    </label>
  );
}
