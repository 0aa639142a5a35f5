// What the player of a seat is called, and a kind of game.

import type { Kind } from "./api.ts";
import * as route from "./route.ts";
import { t } from "./words.ts";

interface Seated {
  readonly seat: number;
  readonly name: string | null;
  readonly player: { readonly handle: string; readonly rating?: number | null } | null;
}

export const titleOf = (all: readonly Kind[], kind: string) => all.find((one) => one.kind === kind)?.title ?? kind;

/** The name at a seat, else the handle of its player, else its number. */
export const seatName = ({ seat, name, player }: Seated): string => name ?? player?.handle ?? t("seat", { seat });

/** What a list calls a seat: with the handle where that is not the name, and the rating. */
export function calledAt({ bot, ...place }: Seated & { readonly bot: string | null }): string {
  if (bot && place.name === null) return t("bot");
  const { name, player } = place;
  const beside = [name !== null && player ? `@${player.handle}` : "", player?.rating ?? ""].filter((one) => one !== "");
  return beside.length > 0 ? `${seatName(place)} (${beside.join(", ")})` : seatName(place);
}

/** A handle, as a link to the profile. */
export const Handle = ({ of }: { of: string }) => (
  <a class="at" href={route.player(of)} translate={false}>
    @{of}
  </a>
);

/** The handle of the player at a seat, if they have one, and their rating when they sat down. */
export function HandleAt({ place }: { place: Pick<Seated, "player"> | undefined }) {
  if (!place?.player) return null;
  const { handle, rating = null } = place.player;
  return (
    <>
      <Handle of={handle} />
      {rating !== null && (
        <span title={t("rating")}>
          {" "}
          <span class="unseen">{t("rating")} </span>
          {rating}
        </span>
      )}
    </>
  );
}
