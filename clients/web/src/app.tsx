import { useState } from "preact/hooks";

import { AccountMenu } from "./account/menu.tsx";
import { languages } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { Home } from "./lobby/home.tsx";
import { NewTable } from "./lobby/new_table.tsx";
import { home, useRoute } from "./route.ts";
import { Invited } from "./table/seating/invited.tsx";
import { TakeSeat } from "./table/seating/moving.tsx";
import { TablePage } from "./table/page.tsx";
import { applyTheme, theme, type Theme } from "./theme.ts";
import { language, speak, t, type Language } from "./words.ts";

export function App() {
  const route = useRoute();
  const [, renew] = useState(language); // everything below is rendered again with it
  const choose = (wanted: Language) => speak(wanted).finally(() => renew(language));
  return (
    <>
      <a class="skip" href="#main" onClick={toMain}>
        {t("skip")}
      </a>
      <header class="top">
        <a class="brand" href={home}>
          <Mark />
          Taphouse
        </a>
        <AccountMenu />
        <LanguageChoice choose={choose} />
        <ThemeChoice />
      </header>
      <main id="main" tabIndex={-1}>
        {route.page === "home" && <Home />}
        {route.page === "new" && <NewTable kind={route.kind} />}
        {route.page === "join" && <Invited key={route.invite} gameId={route.gameId} invite={route.invite} />}
        {route.page === "take" && <TakeSeat handovers={route.handovers} />}
        {route.page === "table" && <TablePage key={route.gameId} gameId={route.gameId} at={route.at} />}
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
            {new Intl.DisplayNames(one, { type: "language" }).of(one)}
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
    <label class="choice-of">
      <span class="unseen">{t("theme")}</span>
      <select value={chosen} onChange={choose}>
        <option value="system">{t("themeSystem")}</option>
        <option value="light">{t("themeLight")}</option>
        <option value="dark">{t("themeDark")}</option>
      </select>
    </label>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 64 64" class="mark" aria-hidden="true">
      <path d="M14 18h30l-3 40H17z" fill="#d98a1f" />
      <path d="M44 24h6a6 6 0 0 1 6 6v8a8 8 0 0 1-8 8h-5l.5-6H47a3 3 0 0 0 3-3v-6a1 1 0 0 0-1-1h-5.500z" fill="#8a4b12" />
      <path d="M10 16a7 7 0 0 1 9-7 9 9 0 0 1 16-2 8 8 0 0 1 13 8c0 4-3 6-6 6H16c-4 0-6-2-6-5z" fill="#fff6df" stroke="#8a4b12" stroke-width="2" />
      <path d="M22 28l1.5 22M31 28v22M39 28l-1.5 22" stroke="#f6bd5a" stroke-width="3" stroke-linecap="round" />
    </svg>
  );
}
