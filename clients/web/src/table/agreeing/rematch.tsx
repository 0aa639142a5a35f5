// After the end: the seats agree to play again, and everybody goes to the next table.

import { TakeRematchDocument } from "@taphouse/client";
import { useEffect, useRef } from "preact/hooks";

import { clientOf } from "../../api.ts";
import { useAttempt, useGoing } from "../../hooks.ts";
import * as route from "../../route.ts";
import { held, holdGiven, tokensOf } from "../../storage.ts";
import { t } from "../../words.ts";
import { useTable } from "../context.ts";
import { usePropose } from "./proposals.tsx";

/** Takes the tokens of the next game for everything that this browser holds in this one. */
async function take(gameId: string): Promise<{ readonly next: string } | { readonly message: string }> {
  let next = "";
  for (const token of tokensOf(gameId)) {
    const { takeRematch: taken } = await clientOf(token).query(TakeRematchDocument, { gameId });
    if (taken.__typename !== "RematchTaken") return taken;
    next = taken.game.gameId;
    holdGiven(taken, token);
  }
  return { next };
}

export function Rematch() {
  const { game, me } = useTable();
  const propose = usePropose();
  const { said, attempt } = useAttempt();
  const goTo = useGoing();
  const { gameId, rematch, proposals } = game;
  const open = proposals.find(({ kind }) => kind === "REMATCH");
  const goesOn = useRef(false);
  if (me !== null && open) goesOn.current = true; // if it becomes a game, this seat has agreed
  const go = () =>
    attempt(async () => {
      const taken = await take(gameId);
      if ("message" in taken) return taken;
      goTo(route.table(taken.next));
      return undefined;
    });
  useEffect(() => {
    if (rematch && goesOn.current) void go(); // a player who agreed need not be asked again
  }, [rematch]);
  if (game.status !== "OVER" && game.status !== "ABANDONED") return null;
  const mine = held(gameId);
  const offer = () => {
    goesOn.current = true;
    void propose({ rematch: true });
  };
  return (
    <section class="rematch" aria-label={t("rematch")}>
      {rematch && mine && (
        <button type="button" class="primary" onClick={() => void go()}>
          {t("toRematch")}
        </button>
      )}
      {rematch && !mine && (
        <a class="button primary" href={route.table(rematch)}>
          {t("watchRematch")}
        </a>
      )}
      {!rematch && me !== null && !open && (
        <button type="button" class="primary" onClick={offer}>
          {t("playAgain")}
        </button>
      )}
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}
