import type { Route } from "../route.ts";
import { Home } from "./home.tsx";
import { NewTable } from "./new_table.tsx";

/** The pages without a table. */
export function Lobby({ route }: { route: Route }) {
  return route.page === "new" ? <NewTable kind={route.kind} /> : <Home />;
}
