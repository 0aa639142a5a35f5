// Taking a seat: an open one, a closed one as the host, or that of an invite.

import { JoinGameDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken, notePlace, placeOf } from "../../account/account.ts";
import { clientOf } from "../../api.ts";
import type { Answer } from "../../hooks.ts";
import { held, hold, keepName, lastName } from "../../storage.ts";
import { t } from "../../words.ts";

export interface Named {
  readonly name: string;
  readonly brewery: string;
}

/** What somebody wants to be called, at first as they are called. The name is kept in this browser for the next view. */
export function useNamed(before?: Named) {
  const [named, set] = useState<Named>(() => before ?? { name: lastName(), brewery: "" });
  const change = (next: Named) => {
    if (next.name.trim()) keepName(next.name.trim());
    set(next);
  };
  return [named, change] as const;
}

export interface Wanted extends Named {
  readonly gameId: string;
  /** An open seat. */
  readonly seat?: number;
  /** The invite to a seat. */
  readonly invite?: string;
  /** The host's token, for a closed seat. */
  readonly host?: string | undefined;
}

/** Takes a seat, and keeps its token in this browser. The first one is the account's, if there is one. The seat, or why not. */
export async function join({ gameId, seat, invite, host, name, brewery }: Wanted): Promise<number | Answer> {
  if (seat !== undefined && held(gameId)?.seats[seat]) return seat; // a second click came before the first one was answered
  const given = name.trim() || null;
  const account = typeof placeOf(gameId)?.seat === "number" ? undefined : accessToken();
  const { joinGame: answer } = await clientOf(host ?? account).mutate(JoinGameDocument, {
    gameId,
    seat: seat ?? null,
    invite: invite ?? null,
    name: given,
    brewery: brewery.trim() || null,
  });
  if (answer.__typename !== "GameJoined") return answer;
  const { kind } = answer.game;
  hold({ gameId, kind, seats: { [answer.seat.seat]: answer.seat.token } });
  if (!host && account) notePlace({ gameId, kind, viewer: { seat: answer.seat.seat, host: placeOf(gameId)?.host ?? false } });
  return answer.seat.seat;
}

export function NameFields({ named, change }: { named: Named; change: (named: Named) => void }) {
  return (
    <div class="row names">
      <label>
        {t("yourName")}
        <input
          value={named.name}
          maxLength={160}
          autoComplete="nickname"
          onInput={(event) => change({ ...named, name: event.currentTarget.value })}
        />
      </label>
      <label>
        {t("yourBrewery")}
        <input value={named.brewery} maxLength={160} onInput={(event) => change({ ...named, brewery: event.currentTarget.value })} />
      </label>
    </div>
  );
}
