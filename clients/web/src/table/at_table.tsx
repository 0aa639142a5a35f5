import { usePart } from "../part.ts";
import type { Route } from "../route.ts";
import { t } from "../words.ts";
import { APART } from "./apart.ts";
import { TablePage } from "./page.tsx";

export { APART } from "./apart.ts";
export { useNames } from "./names.ts";

/** The pages of one table. */
export function AtTable({ route }: { route: Route }) {
  const { value: apart, error } = usePart(route.page === "table" ? null : APART);
  if (route.page === "table") return <TablePage key={route.gameId} gameId={route.gameId} at={route.at} />;
  if (!apart) return <p class={error ? "problem page" : "muted page"}>{error ?? t("loading")}</p>;
  switch (route.page) {
    case "join":
      return <apart.Invited key={route.invite} gameId={route.gameId} invite={route.invite} />;
    case "take":
      return <apart.TakeSeat key={route.handovers.join()} handovers={route.handovers} />;
    default:
      return null;
  }
}
