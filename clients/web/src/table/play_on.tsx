// For a player who is left alone because all others resigned: the game goes on from here, against bots, for practice.

import { ForkGameDocument, type SeatInput } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { useAttempt, useGoing } from "../hooks.ts";
import * as route from "../route.ts";
import { holdCreated } from "../storage.ts";
import { t } from "../words.ts";
import { useTable } from "./context.ts";

export function PlayOn() {
  const { game, me } = useTable();
  const { said, attempt } = useAttempt();
  const go = useGoing();
  if (me === null || game.outcome?.reason !== "OTHERS_RESIGNED" || game.seats[me - 1]?.resigned) return null;
  const playOn = () =>
    attempt(async () => {
      const seats = game.seats.map(({ seat, name }): SeatInput => (seat === me ? { kind: "MINE", name } : { kind: "BOT", bot: "GREEDY" }));
      const { forkGame: made } = await clientOf(accessToken()).mutate(ForkGameDocument, { gameId: game.gameId, seats });
      if (made.__typename !== "GameCreated") return made;
      holdCreated(made);
      go(route.table(made.game.gameId));
      return undefined;
    });
  return (
    <p class="play-on">
      <button type="button" onClick={() => void playOn()}>
        {t("playOn")}
      </button>
      {said && (
        <span class="problem" role="alert">
          {said}
        </span>
      )}
    </p>
  );
}
