// The ratings of a player, and how they came about.

import { RatingHistoryDocument, type GameKind, type RatingFragment } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { clientOf, kinds } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { titleOf } from "../named.tsx";
import * as route from "../route.ts";
import { day, t } from "../words.ts";

const [WIDTH, HEIGHT] = [300, 80];

interface Props {
  readonly ratings: readonly RatingFragment[];
  /** Null for the account of the visitor. */
  readonly handle: string | null;
}

export function Ratings({ ratings, handle }: Props) {
  const all = useLoaded(kinds, []).value;
  if (!all || ratings.length === 0) return null;
  return (
    <section>
      <h2>{t("ratings")}</h2>
      <ul class="rows ratings">
        {ratings.map(({ kind, rating, games }) => (
          <li key={kind}>
            <a href={route.leaderboard(kind)}>{titleOf(all, kind)}</a>
            <b>
              {rating}
              <small>{t("ratedGames", { count: games })}</small>
            </b>
            <Curve kind={kind} title={titleOf(all, kind)} handle={handle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The rating after each of the last rated games; nothing before there are two. */
function Curve({ kind, title, handle }: { kind: GameKind; title: string; handle: string | null }) {
  const read = async () => (await clientOf(accessToken()).query(RatingHistoryDocument, { kind, handle })).ratingHistory;
  const { value } = useLoaded(read, [kind, handle]);
  const points = value?.__typename === "RatingPointConnection" ? value.edges.map(({ node }) => node).reverse() : [];
  const [first] = points;
  if (!first || points.length < 2) return null;
  const ratings = points.map(({ rating }) => rating);
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (index: number) => (index / (points.length - 1)) * WIDTH;
  const y = (rating: number) => HEIGHT - ((rating - low) / (high - low || 1)) * HEIGHT;
  const said = t("ratingCurve", { low, high, day: day(first.at) });
  return (
    <figure class="curve">
      <svg viewBox={`-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`} role="img" aria-label={`${title}: ${said}`}>
        <polyline points={ratings.map((rating, index) => `${x(index)},${y(rating)}`).join(" ")} />
        <circle cx={WIDTH} cy={y(ratings.at(-1) ?? low)} r="4" />
      </svg>
      <figcaption class="muted">{said}</figcaption>
    </figure>
  );
}
