import type { Route } from "../route.ts";
import { TablePage } from "./page.tsx";
import { Invited } from "./seating/invited.tsx";
import { TakeSeat } from "./seating/moving.tsx";

/** The pages of one table. */
export function AtTable({ route }: { route: Route }) {
  switch (route.page) {
    case "join":
      return <Invited key={route.invite} gameId={route.gameId} invite={route.invite} />;
    case "take":
      return <TakeSeat key={route.handovers.join()} handovers={route.handovers} />;
    case "table":
      return <TablePage key={route.gameId} gameId={route.gameId} at={route.at} />;
    default:
      return null;
  }
}
