// The pages of those who run the service: what players report, and any game or account.

import { Taphouse } from "@taphouse/client";
import { useMemo, useState } from "preact/hooks";

import { clientOf } from "../api.ts";
import { useTitle } from "../hooks.ts";
import { keptHere } from "../kept.ts";
import * as route from "../route.ts";
import type { Route } from "../route.ts";
import { language, t } from "../words.ts";
import { AccountPage } from "./account_page.tsx";
import { Desk } from "./desk.tsx";
import { GamePage } from "./game_page.tsx";
import { Reports } from "./reports.tsx";

import "./operator.css";

const KEY = "taphouse.operator";

export function Operator({ route: shown }: { route: Route }) {
  useTitle(t("moderate"));
  const [token, keep] = useState(() => keptHere.getItem(KEY));
  const desk = useMemo<Taphouse | null>(() => (token === null ? null : clientOf(token)), [token, language]);
  const use = (given: string) => {
    keptHere.setItem(KEY, given);
    keep(given);
  };
  const forget = () => {
    keptHere.removeItem(KEY);
    keep(null);
  };
  if (!desk || shown.page !== "operator") return <Token use={use} />;
  return (
    <Desk.Provider value={desk}>
      <div class="persons operator">
        <header>
          <h1>{t("moderate")}</h1>
          <nav class="buttons">
            {shown.of !== "reports" && (
              <a class="button" href={route.operator()}>
                {t("toReports")}
              </a>
            )}
            <button type="button" class="quiet" onClick={forget}>
              {t("otherToken")}
            </button>
          </nav>
        </header>
        {shown.of === "account" && <AccountPage key={shown.id} account={shown.id} />}
        {shown.of === "game" && <GamePage key={shown.id} gameId={shown.id} />}
        {shown.of === "reports" && <Reports />}
      </div>
    </Desk.Provider>
  );
}

function Token({ use }: { use: (token: string) => void }) {
  const [token, write] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    use(token.trim());
  };
  return (
    <div class="persons operator">
      <h1>{t("moderate")}</h1>
      <form onSubmit={send}>
        <label>
          {t("token")}
          <input type="password" autoComplete="off" required value={token} onInput={(event) => write(event.currentTarget.value)} />
        </label>
        <p class="muted">{t("tokenText")}</p>
        <button class="primary">{t("use")}</button>
      </form>
    </div>
  );
}
