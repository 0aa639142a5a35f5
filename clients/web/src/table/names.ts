// What the things of a game are called, as far as the catalogue is read.

import type { TableFragment } from "@taphouse/client";
import { useMemo } from "preact/hooks";

import { editionOf, reference } from "../api.ts";
import { useLoaded } from "../hooks.ts";
import { seatName } from "../named.tsx";
import type { AtTable } from "./context.ts";

/** What stands for a title until the catalogue is read. */
const UNREAD = "…";
const NAMELESS = { title: UNREAD, text: "" };

/** `SUMMER` and `baseMalt` as the catalogue names them. */
const kebab = (value: string) => value.replace(/[a-z](?=[A-Z])/g, "$&-").replaceAll("_", "-").toLowerCase();

export function useNames(game: TableFragment): Pick<AtTable, "about" | "edition" | "component" | "word" | "nameOf"> {
  const about = useLoaded(() => reference(game.kind), [game.kind]).value ?? undefined;
  const edition = editionOf(about, game.edition);
  const components = useMemo(
    () => new Map(edition?.guide.components.flatMap(({ entries }) => entries).map((entry) => [entry.key, entry])),
    [edition],
  );
  const words = useMemo(() => new Map(about?.words.map((word) => [word.value, word])), [about]);
  return useMemo(
    () => ({
      about,
      edition,
      component: (id) => components.get(id) ?? NAMELESS,
      word: (value, count = 1) => words.get(kebab(value))?.[count === 1 ? "one" : "many"] ?? (about ? kebab(value) : UNREAD),
      nameOf: (number) => seatName(game.seats[number - 1] ?? { seat: number, name: null, player: null }),
    }),
    [about, edition, components, words, game.seats],
  );
}
