import type { Route } from "../route.ts";
import { AccountPage } from "./account_page.tsx";
import { LeaderboardPage } from "./leaderboard_page.tsx";
import { ProfilePage } from "./profile_page.tsx";

import "./persons.css";

export { Challenges } from "./challenges.tsx";
export { SeatMenu } from "./seat_menu.tsx";

/** The pages of persons, and those that rank them. */
export function Persons({ route }: { route: Route }) {
  if (route.page === "player") return <ProfilePage key={route.handle} handle={route.handle} />;
  return route.page === "leaderboard" ? <LeaderboardPage key={route.kind} kind={route.kind} /> : <AccountPage />;
}
