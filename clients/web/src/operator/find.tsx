// Finds accounts and games, by what an operator knows of them.

import { OperatorAccountsDocument, OperatorGamesDocument, type ManagedGameFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { kinds } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { t, when } from "../words.ts";
import { List, useDesk, useList } from "./desk.tsx";

const ID_PART = /^[a-z2-7]{1,24}$/;

export function Find() {
  const [text, write] = useState("");
  const [wanted, find] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    find(text.trim().replace(/^@/, ""));
  };
  return (
    <section>
      <h2>{t("find")}</h2>
      <form class="acts" onSubmit={send}>
        <label>
          {t("findText")}
          <input type="search" required value={text} autoCapitalize="none" spellcheck={false} onInput={(event) => write(event.currentTarget.value)} />
        </label>
        <button>{t("find")}</button>
      </form>
      {wanted && <People begins={wanted} />}
      {wanted && <Games of={ID_PART.test(wanted) ? { begins: wanted } : { account: wanted }} />}
    </section>
  );
}

function People({ begins }: { begins: string }) {
  const desk = useDesk();
  const found = useList(async (after) => (await desk.query(OperatorAccountsDocument, { begins, after })).operatorAccounts, [desk, begins]);
  return (
    <>
      <h3>{t("foundPeople")}</h3>
      <List
        of={found}
        none={t("nothingFound")}
        row={({ key, handle, name, muted, banned }) => (
          <li key={key}>
            <a href={route.operator("account", key)}>
              <span translate={false}>{handle ? `@${handle}` : key}</span>
              <span class="muted">{[name, muted && t("muted"), banned && t("banned")].filter(Boolean).join(", ")}</span>
            </a>
          </li>
        )}
      />
    </>
  );
}

/** Games of an account, or those whose id begins so. */
export function Games({ of }: { of: { readonly account?: string; readonly begins?: string } }) {
  const desk = useDesk();
  const all = useLoaded(kinds, []).value ?? [];
  const found = useList(async (after) => (await desk.query(OperatorGamesDocument, { ...of, after })).operatorGames, [desk, of.account, of.begins]);
  const facts = ({ status, rated, changedAt }: ManagedGameFragment) => [t(`tableState${status}`), rated && t("ratedOne"), when(changedAt)];
  return (
    <>
      <h3>{t("foundGames")}</h3>
      <List
        of={found}
        none={t("nothingFound")}
        row={(game) => (
          <li key={game.gameId}>
            <a href={route.operator("game", game.gameId)}>
              {titleOf(all, game.kind)}
              <span class="muted">{facts(game).filter(Boolean).join(", ")}</span>
            </a>
          </li>
        )}
      />
    </>
  );
}
