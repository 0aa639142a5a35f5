import type { Route } from "../route.ts";
import { AccountPage, type Own } from "./account_page.tsx";
import { LeaderboardPage } from "./leaderboard_page.tsx";
import { ProfilePage } from "./profile_page.tsx";

import "./persons.css";

export { Challenges } from "./challenges.tsx";
export { SeatMenu } from "./seat_menu.tsx";

/** The page of the account, which ends with what the persons at a table need not. */
export const accountPage = (own: Own) => () => <AccountPage own={own} />;

/** The pages of persons, and those that rank them. */
export function Persons({ route }: { route: Route }) {
  if (route.page === "player") return <ProfilePage key={route.handle} handle={route.handle} />;
  return route.page === "leaderboard" ? <LeaderboardPage key={route.kind} kind={route.kind} /> : null;
}
