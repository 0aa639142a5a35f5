// The page behind an invite's link. The invite is in the fragment, which browsers send to no server.

import { BriefOfDocument } from "@taphouse/client";

import { anyone } from "../../api.ts";
import { useAttempt, useGoing, useLoaded } from "../../hooks.ts";
import { AgreedNote } from "../../lobby/agreed.tsx";
import * as route from "../../route.ts";
import { t } from "../../words.ts";
import { NameFields, join, useNamed } from "./join.tsx";
import { Powers } from "./powers.tsx";

export function Invited({ gameId, invite }: { gameId: string; invite: string }) {
  const [named, setNamed] = useNamed();
  const { said, attempt } = useAttempt();
  const go = useGoing();
  const game = useLoaded(async () => (await anyone().query(BriefOfDocument, { gameId })).game, [gameId]).value;
  const accept = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const taken = await join({ gameId, invite, ...named });
      if (typeof taken !== "number") return taken;
      go(route.table(gameId), true); // the way back leads past the used invite
      return undefined;
    });
  };
  return (
    <form class="waiting" onSubmit={accept}>
      <h1>{t("invited")}</h1>
      <p class="lead">{t("invitedText")}</p>
      {game && "advice" in game && (
        <>
          <p>
            <AgreedNote game={game} />
          </p>
          <Powers powers={game.powers} />
        </>
      )}
      <NameFields named={named} change={setNamed} />
      <div class="buttons">
        <button class="primary">{t("acceptInvite")}</button>
        <a class="button" href={route.table(gameId)}>
          {t("justWatch")}
        </a>
      </div>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </form>
  );
}
