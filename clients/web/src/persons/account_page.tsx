// The visitor's account: the challenges to it, its profile, ratings, friends and blocks, its notices, its data, and its end.

import { MarkPlayerDocument, type MarkedPlayerFragment, type PeopleQuery } from "@taphouse/client";
import type { ComponentType } from "preact";
import { useState } from "preact/hooks";

import { accessToken, provider, signIn } from "../account/account.ts";
import { useAccountGames } from "../account/games.ts";
import { clientOf } from "../api.ts";
import { useAttempt, useTitle } from "../hooks.ts";
import { Handle } from "../named.tsx";
import { day, t } from "../words.ts";
import { Challenges } from "./challenges.tsx";
import { Face } from "./face.tsx";
import { usePeople } from "./known.ts";
import { Marks } from "./marks.tsx";
import { ProfileForm } from "./profile_form.tsx";
import { Ratings } from "./ratings.tsx";

/** What the page ends with. */
export type Own = ComponentType<{ readonly account: Extract<PeopleQuery["account"], { __typename: "Account" }>; readonly changed: () => void }>;

export function AccountPage({ own: OwnData }: { own: Own }) {
  useTitle(t("account"));
  const { login, account, refused, again } = usePeople();
  const games = useAccountGames();
  return (
    <div class="persons">
      <h1>{t("account")}</h1>
      {!login && <SignIn />}
      {login && !account && <p class={refused ? "problem" : "muted"}>{refused ?? t("loading")}</p>}
      {account && (
        <>
          <Challenges games={games} />
          <ProfileForm profile={account.profile} saved={again} />
          <Ratings ratings={account.ratings.ratings} handle={null} />
          <Marked title={t("friends")} none={t("noFriends")} players={account.players.players.filter(({ mark }) => mark === "FRIEND")} changed={again}>
            <AddFriend added={again} />
          </Marked>
          <Marked title={t("blocked")} none={t("noBlocked")} players={account.players.players.filter(({ mark }) => mark === "BLOCKED")} changed={again}>
            <p class="muted">{t("blockedText")}</p>
          </Marked>
          <OwnData account={account} changed={again} />
        </>
      )}
    </div>
  );
}

function SignIn() {
  const { said, attempt } = useAttempt();
  if (!provider) return <p class="muted">{t("accountNone")}</p>;
  return (
    <section>
      <p>{t("accountSignIn")}</p>
      <button type="button" class="primary" onClick={() => void attempt(() => signIn().then(() => undefined))}>
        {t("signIn")}
      </button>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}

interface MarkedProps {
  readonly title: string;
  readonly none: string;
  readonly players: readonly MarkedPlayerFragment[];
  readonly changed: () => void;
  readonly children: preact.ComponentChildren;
}

function Marked({ title, none, players, changed, children }: MarkedProps) {
  return (
    <section>
      <h2>{title}</h2>
      {players.length === 0 && <p class="muted">{none}</p>}
      <ul class="rows">
        {players.map((player) => (
          <li key={player.id}>
            <Face avatar={null} handle={player.handle ?? player.id} />
            <span class="who">
              {player.handle ? <Handle of={player.handle} /> : <span>{t("unnamedPlayer")}</span>}
              {player.markedAt && <small>{t("since", { day: day(player.markedAt) })}</small>}
            </span>
            <Marks player={player} changed={changed} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

function AddFriend({ added }: { added: () => void }) {
  const [handle, setHandle] = useState("");
  const { said, attempt } = useAttempt();
  const add = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const wanted = { player: handle.trim().replace(/^@/, ""), mark: "FRIEND" } as const;
      const { markPlayer: answer } = await clientOf(accessToken()).query(MarkPlayerDocument, wanted);
      if (answer.__typename !== "PlayerFound") return answer;
      setHandle("");
      added();
      return undefined;
    });
  };
  return (
    <form onSubmit={add}>
      <label for="friend">{t("byHandle")}</label>
      <div class="row">
        <input
          id="friend"
          value={handle}
          required
          autoCapitalize="none"
          spellcheck={false}
          aria-invalid={said !== null}
          aria-describedby="friend-problem"
          onInput={(event) => setHandle(event.currentTarget.value)}
        />
        <button>{t("addFriend")}</button>
      </div>
      <p class="problem" id="friend-problem" role="alert">
        {said}
      </p>
    </form>
  );
}
