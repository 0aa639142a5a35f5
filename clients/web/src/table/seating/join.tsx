// Taking a seat: an open one, a closed one as the host, or that of an invite.

import { JoinGameDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { clientOf } from "../../api.ts";
import type { Answer } from "../../hooks.ts";
import { hold, keepName, lastName } from "../../storage.ts";
import { t } from "../../words.ts";

export interface Named {
  readonly name: string;
  readonly brewery: string;
}

/** What somebody wants to be called. The name is kept in this browser as it is typed, so that a new view has it. */
export function useNamed() {
  const [named, set] = useState<Named>(() => ({ name: lastName(), brewery: "" }));
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

/** Takes a seat, and keeps its token in this browser. The seat, or why it is not taken. */
export async function join({ gameId, seat, invite, host, name, brewery }: Wanted): Promise<number | Answer> {
  const given = name.trim() || null;
  const { joinGame: answer } = await clientOf(host).mutate(JoinGameDocument, {
    gameId,
    seat: seat ?? null,
    invite: invite ?? null,
    name: given,
    brewery: brewery.trim() || null,
  });
  if (answer.__typename !== "GameJoined") return answer;
  hold({ gameId, kind: answer.game.kind, seats: { [answer.seat.seat]: answer.seat.token } });
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
