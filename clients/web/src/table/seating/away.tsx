// A bot plays for the viewer, who can take the seat back.

import { ReturnToSeatDocument } from "@taphouse/client";

import { t } from "../../words.ts";
import { useTable } from "../context.ts";

export function AwayNote() {
  const { game, me, change } = useTable();
  if (me === null || game.status !== "RUNNING" || !game.seats[me - 1]?.away) return null;
  const { gameId } = game;
  return (
    <div class="note">
      <p>{t("awayText")}</p>
      <button
        type="button"
        class="primary"
        onClick={() => void change(async (client) => (await client.mutate(ReturnToSeatDocument, { gameId })).returnToSeat)}
      >
        {t("returnToSeat")}
      </button>
    </div>
  );
}
