// What a signed-in visitor can do about the player of a seat, behind a button beside the name.

import type { TableFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { useLogin } from "../../account/account.ts";
import { seatName } from "../../named.tsx";
import { usePart } from "../../part.ts";
import { PERSONS } from "../../persons/part.ts";
import { t } from "../../words.ts";

type Place = TableFragment["seats"][number];

/** The button of a seat, and the dialog that it opens. Only people at other seats than those of this browser have one. */
export function useMeeting(game: Pick<TableFragment, "gameId" | "kind">, own: readonly number[]) {
  const { login } = useLogin();
  const [met, meet] = useState<Place | null>(null);
  const { value: persons, error } = usePart(met ? PERSONS : null);
  const button = (place: Place) =>
    login && place.taken && (!place.bot || place.away) && !own.includes(place.seat) ? (
      <button type="button" class="quiet" aria-haspopup="dialog" aria-label={t("aboutPlayer", { name: seatName(place) })} onClick={() => meet(place)}>
        ⋯
      </button>
    ) : null;
  const dialog = met && persons ? <persons.SeatMenu game={game} place={met} close={() => meet(null)} /> : error && <p class="problem">{error}</p>;
  return { button, dialog };
}
