// The players with the highest ratings in a kind of game.

import { LeaderboardDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { anyone, kinds, type Kind } from "../api.ts";
import { useLoaded, useTitle } from "../hooks.ts";
import { Handle } from "../named.tsx";
import * as route from "../route.ts";
import { t } from "../words.ts";

export function LeaderboardPage({ kind }: { kind: string }) {
  const { value: all, error } = useLoaded(kinds, []);
  const found = all?.find((one) => one.kind === kind);
  if (!all) return <p class={error ? "problem page" : "muted page"}>{error ?? t("loading")}</p>;
  if (!found) return <p class="problem page">{t("noSuchKind")}</p>;
  return (
    <div class="persons">
      <Leaders kind={found} />
      <ul class="buttons">
        {all
          .filter((one) => one !== found)
          .map((one) => (
            <li key={one.kind}>
              <a class="button" href={route.leaderboard(one.kind)}>
                {t("leaderboardOf", { title: one.title })}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Leaders({ kind: { kind, title } }: { kind: Kind }) {
  const heading = t("leaderboardOf", { title });
  useTitle(heading);
  const [after, turnTo] = useState<string | null>(null);
  const { value, error } = useLoaded(async () => (await anyone().query(LeaderboardDocument, { kind, after })).leaderboard, [kind, after]);
  const page = value?.__typename === "LeaderConnection" ? value : null;
  const problem = value && "message" in value ? value.message : error;
  return (
    <section>
      <h1>{heading}</h1>
      <p class="muted">{t("leaderboardText")}</p>
      {problem && <p class="problem">{problem}</p>}
      {page?.edges.length === 0 && <p>{t("noLeaders")}</p>}
      <ol class="rows leaders">
        {page?.edges.map(({ node: { place, handle, name, rating } }) => (
          <li key={handle}>
            <span class="place">{place}.</span>
            <span class="who">
              {name !== null && <b translate={false}>{name}</b>}
              <Handle of={handle} />
            </span>
            <b>
              {rating.rating}
              <small>{t("ratedGames", { count: rating.games })}</small>
            </b>
          </li>
        ))}
      </ol>
      <div class="buttons">
        {after !== null && (
          <button type="button" onClick={() => turnTo(null)}>
            {t("leadersFirst")}
          </button>
        )}
        {page?.pageInfo.hasNextPage && (
          <button type="button" onClick={() => turnTo(page.pageInfo.endCursor)}>
            {t("leadersNext")}
          </button>
        )}
      </div>
    </section>
  );
}
