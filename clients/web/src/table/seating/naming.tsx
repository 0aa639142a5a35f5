// The viewer's own name, which they can give or change while the game runs.

import { NameSeatDocument, type TableFragment } from "@taphouse/client";

import { clientOf } from "../../api.ts";
import { useAttempt } from "../../hooks.ts";
import { held } from "../../storage.ts";
import { t } from "../../words.ts";
import { NameFields, useNamed } from "./join.tsx";

export function Naming({ game, seat }: { game: TableFragment; seat: number }) {
  const { gameId } = game;
  const place = game.seats[seat - 1];
  const [named, setNamed] = useNamed({ name: place?.name ?? "", brewery: place?.brewery ?? "" });
  const { said, attempt } = useAttempt();
  const save = (event: Event) => {
    event.preventDefault();
    const [name, brewery] = [named.name.trim(), named.brewery.trim()];
    void attempt(async () => (await clientOf(held(gameId)?.seats[seat]).mutate(NameSeatDocument, { gameId, name, brewery })).nameSeat);
  };
  return (
    <form class="naming" onSubmit={save}>
      <NameFields named={named} change={setNamed} />
      <button>{t("saveName")}</button>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </form>
  );
}

/** Asks a player who sits without a name. */
export function NamelessNote({ game, seat, seats }: { game: TableFragment; seat: number; seats: readonly number[] }) {
  if (game.status !== "RUNNING" || seats.length > 1 || game.seats[seat - 1]?.name) return null;
  return (
    <div class="note nameless">
      <p>{t("namelessText")}</p>
      <Naming game={game} seat={seat} />
    </div>
  );
}
