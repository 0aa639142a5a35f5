import { useState } from "preact/hooks";

import { AccountMenu } from "./account/menu.tsx";
import { languages } from "./api.ts";
import { Mark, Shades } from "./art.tsx";
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
