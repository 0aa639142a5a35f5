// What everybody sees of a player with a profile.

import { PlayerNamedDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { anyone } from "../api.ts";
import { useLoaded, useTitle } from "../hooks.ts";
import * as route from "../route.ts";
import { day, t, when } from "../words.ts";
import { ChallengeTo } from "./challenges.tsx";
import { Face } from "./face.tsx";
import { knownBy, usePeople, type Known } from "./known.ts";
import { Marks } from "./marks.tsx";
import { Ratings } from "./ratings.tsx";

export function ProfilePage({ handle }: { handle: string }) {
  const { value, error } = useLoaded(async () => (await anyone().query(PlayerNamedDocument, { handle })).player, [handle]);
  const found = value?.__typename === "Profile" ? value : null;
  useTitle(found?.name ?? `@${handle}`);
  if (value && "message" in value) return <p class="problem page">{value.message}</p>;
  if (!found) return <p class={error ? "problem page" : "muted page"}>{error ?? t("loading")}</p>;
  return (
    <div class="persons">
      <section class="person">
        <Face avatar={found.avatar} handle={found.handle} />
        <div class="who">
          <h1 translate={false}>{found.name ?? found.handle}</h1>
          <p class="muted" translate={false}>
            @{found.handle}
          </p>
        </div>
        <dl class="facts">
          <div>
            <dt>{t("hereSince")}</dt>
            <dd>{day(found.createdAt)}</dd>
          </div>
          {found.seenAt && (
            <div>
              <dt>{t("lastHere")}</dt>
              <dd>{when(found.seenAt)}</dd>
            </div>
          )}
        </dl>
        <Own handle={found.handle} />
      </section>
      <Ratings ratings={found.ratings} handle={found.handle} />
    </div>
  );
}

/** What somebody who is signed in can do: challenge or mark another player, or edit their own profile. */
function Own({ handle }: { handle: string }) {
  const { account } = usePeople();
  const [marked, mark] = useState<Known | null>(null);
  if (!account) return null;
  if (account.profile?.handle === handle) {
    return (
      <>
        <p class="muted">{t("thisIsYou")}</p>
        <a class="button" href={route.account}>
          {t("editProfile")}
        </a>
      </>
    );
  }
  const known = marked ?? knownBy(account.players.players, handle);
  return (
    <>
      {known.mark === "BLOCKED" ? null : account.profile ? (
        <ChallengeTo handle={handle} />
      ) : (
        <p>
          {t("challengeNeedsProfile")} <a href={route.account}>{t("openProfile")}</a>
        </p>
      )}
      <Marks player={known} changed={mark} />
      <p class="muted">{t("marksText")}</p>
    </>
  );
}
