// The general board: what lies in the middle, then an area for each seat, one's own first.

import type { TableFragment } from "@taphouse/client";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";

import { useLoaded } from "../../hooks.ts";
import { held } from "../../storage.ts";
import { Table, useTable } from "../../table/context.ts";
import { MoveButton } from "../../table/move_button.tsx";
import { t } from "../../words.ts";
import { Fields } from "./fields.tsx";
import { Named, Owner } from "./spoken.ts";
import "./plain.css";
import { previewOf, tableAt, wordsOf, type Words } from "./table.ts";
import { isGroup, type Group } from "./value.ts";

export function Board({ game }: { game: TableFragment }) {
  const at = useTable();
  const { me, moves, busy, line, parts } = at;
  const things = useMemo(() => ({ ...at, movesAt: (places: string) => [...new Set(places.split(" ").flatMap(at.movesAt))] }), [at]);
  const { gameId, kind, version } = game;
  const mine = held(gameId);
  const token = me === null ? mine?.host : mine?.seats[me];
  const considered = useConsidered(version);
  const move = busy ? undefined : moves.find(({ notation }) => notation === considered)?.notation;
  const words = useLoaded(() => wordsOf(kind), [kind]);
  const tried = line?.join();
  const table = useLoaded(
    async () => (line?.length ? (await previewOf(gameId, line, token, version)).table : tableAt(gameId, version, token)),
    [gameId, version, token, tried],
  );
  const preview = useLoaded(
    async () => (move ? { move, version, ...(await previewOf(gameId, [...(line ?? []), move], token, line && version)) } : null),
    [gameId, version, move, tried],
  );
  const error = words.error ?? table.error;
  if (error) return <p class="problem">{error}</p>;
  if (!words.value || !table.value) return <p class="muted">{t("loading")}</p>;
  const after = preview.value?.move === move && preview.value?.version === version ? preview.value : null;
  const laid = new Set(placesOn(table.value, words.value, game.seats.length));
  const elsewhere = moves.filter(({ input }) => {
    const places = parts.places(input, game);
    return places.length > 0 && !places.some((place) => laid.has(place));
  });
  return (
    <Named.Provider value={words.value}>
      <div class={`plain ${after ? "previewed" : ""}`}>
        {after && (
          <p class="preview-note">
            <b>{t("preview")}</b> {after.events.map(({ sentence }) => sentence).join(" ")}
          </p>
        )}
        <Table.Provider value={things}>
          <Laid table={after?.table ?? table.value} before={after && table.value} words={words.value} seats={game.seats.length} />
        </Table.Provider>
        {elsewhere.length > 0 && (
          <div class="buttons">
            {elsewhere.map((one) => (
              <MoveButton key={one.notation} move={one} class="primary" />
            ))}
          </div>
        )}
      </div>
    </Named.Provider>
  );
}

/** How long a move has the pointer or the focus before it is previewed, in ms. */
const CONSIDERED = 200;

/** The notation of the move whose button the mouse or the keyboard is at; null if there is none. */
function useConsidered(version: number): string | null {
  const [considered, consider] = useState<string | null>(null);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const at = (event: Event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-move]") : null;
      clearTimeout(timer);
      const touched = event instanceof PointerEvent ? event.pointerType !== "mouse" : !button?.matches(":focus-visible");
      if (button && (touched || event.type === "pointerdown")) return; // it is about to be made
      timer = setTimeout(() => consider(button?.dataset["move"] ?? null), button ? CONSIDERED : 0);
    };
    consider(null);
    addEventListener("pointerover", at);
    addEventListener("pointerdown", at);
    addEventListener("focusin", at);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerover", at);
      removeEventListener("pointerdown", at);
      removeEventListener("focusin", at);
    };
  }, [version]);
  return considered;
}

/** The list of the table that has a group for each seat: its name, and the groups in turn order. */
function areasOf(table: Group, words: Words, seats: number): readonly [string, readonly Group[]] {
  for (const [{ path }, value] of words.within(table, "")) {
    const groups = Array.isArray(value) ? value.filter(isGroup) : [];
    const numbers = new Set(groups.map(({ seat }) => seat));
    if (words.has(`${path}.seat`) && groups.length === seats && numbers.size === seats) return [path, groups];
  }
  return ["", []];
}

/** The places at which a move can be clicked. */
function placesOn(table: Group, words: Words, seats: number): readonly string[] {
  const [path, areas] = areasOf(table, words, seats);
  const { [path]: _, ...middle } = table;
  return [...words.placesIn(middle, "", null), ...areas.flatMap(({ seat, ...group }) => words.placesIn(group, path, Number(seat)))];
}

interface LaidProps {
  readonly table: Group;
  /** The table as it is, if another one is shown: what differs is marked. */
  readonly before: Group | null;
  readonly words: Words;
  readonly seats: number;
}

function Laid({ table, before, words, seats }: LaidProps) {
  const { me, nameOf } = useTable();
  const [path, areas] = areasOf(table, words, seats);
  const { [path]: _, ...middle } = table;
  const own = areas.findIndex(({ seat }) => seat === me);
  const areasBefore = before ? areasOf(before, words, seats)[1] : [];
  const ordered = own > 0 ? [...areas.slice(own), ...areas.slice(0, own)] : areas;
  return (
    <>
      <section class="area" aria-label={t("table")}>
        <Fields group={middle} before={before} path="" />
      </section>
      <div class="others">
        {ordered.map(({ seat, ...group }) => {
          const name = nameOf(Number(seat));
          return (
            <section key={seat} class={`area ${seat === me ? "mine" : ""}`} aria-label={t("areaOf", { name })}>
              <h2>
                <span class={`disc small seat-${seat}`} aria-hidden="true">
                  {seat}
                </span>
                {name}
              </h2>
              <Owner.Provider value={Number(seat)}>
                <Fields group={group} before={areasBefore.find((one) => one["seat"] === seat) ?? null} path={path} />
              </Owner.Provider>
            </section>
          );
        })}
      </div>
    </>
  );
}
