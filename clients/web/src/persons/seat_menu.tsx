// What a signed-in visitor can do about the player of a seat: befriend or block them, also without a profile, or
// challenge them.

import { PlayerAtDocument, type TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { Handle, seatName } from "../named.tsx";
import * as route from "../route.ts";
import { Dialog } from "../table/sheet.tsx";
import { t } from "../words.ts";
import { knownBy, peopleOf, type Known } from "./known.ts";
import { Marks } from "./marks.tsx";

interface Props {
  readonly game: Pick<TableFragment, "gameId" | "kind">;
  readonly place: TableFragment["seats"][number];
  readonly close: () => void;
}

/** The player as the account knows them; null if it cannot mark them. One with a profile it may mark without having met them. */
async function playerOf(gameId: string, { seat, player }: Props["place"]): Promise<Known | null> {
  const access = accessToken() ?? "";
  const { playerAt: met } = await clientOf(access).query(PlayerAtDocument, { gameId, seat });
  if (met.__typename === "PlayerFound") return met.player;
  if (met.__typename !== "PlayerNotFound") throw new Error(met.message);
  if (!player) return null;
  const account = await peopleOf(access);
  return account.__typename === "Account" && account.profile?.handle !== player.handle ? knownBy(account.players.players, player.handle) : null;
}

export function SeatMenu({ game: { gameId, kind }, place, close }: Props) {
  const { value, error } = useLoaded(async () => ({ player: await playerOf(gameId, place) }), [gameId, place.seat]);
  const [marked, mark] = useState<Known | null>(null);
  const player = marked ?? value?.player;
  return (
    <Dialog title={seatName(place)} close={close}>
      {place.player && (
        <p>
          <Handle of={place.player.handle} />
        </p>
      )}
      {place.player && player && player.mark !== "BLOCKED" && (
        <a class="button" href={route.newTable(kind, place.player.handle)}>
          {t("challenge")}
        </a>
      )}
      {player && <Marks player={player} changed={mark} />}
      <p class={error ? "problem" : "muted"}>{error ?? t(!value ? "loading" : player ? "marksText" : "cannotMark")}</p>
    </Dialog>
  );
}
