import { CloseSeatDocument, CreateGameDocument, type BotKind, type NewGameInput, type SeatInput } from "@taphouse/client";
import { useRef, useState } from "preact/hooks";

import { accessToken } from "../account/account.ts";
import { clientOf, kinds, reference, type Kind } from "../api.ts";
import { messageOf, useGoing, useLoaded, useTitle } from "../hooks.ts";
import { HowToPlay } from "../guide/how_to_play.tsx";
import * as route from "../route.ts";
import { holdCreated, keepName, lastName } from "../storage.ts";
import { t } from "../words.ts";
import { OptionField, type Chosen } from "./option_field.tsx";
import { AGREED, TermsFields, type Terms } from "./terms.tsx";

type Who = "MINE" | "OPEN" | "CLOSED" | BotKind;

/** From the weakest to the strongest. */
const BOT_KINDS: readonly BotKind[] = ["RANDOM", "GREEDY", "SEARCH_QUICK", "SEARCH", "SEARCH_STRONG", "SEARCH_EXPERT"];
/** Names of bots, by the number of the seat. */
const BOTS = ["Barley", "Hazel", "Rowan", "Clover", "Juniper", "Alder"];

interface Place {
  readonly id: number;
  readonly who: Who;
  readonly name: string;
}

/** The seats of a new table: the visitor's, and those of bots; two, or as many as the kind of game needs. */
export const placesOf = ({ minSeats, maxSeats }: Kind): readonly Place[] =>
  Array.from({ length: Math.min(Math.max(minSeats, 2), maxSeats) }, (_, id) =>
    id ? { id, who: "GREEDY", name: "" } : { id, who: "MINE", name: lastName() },
  );

export function NewTable({ kind }: { kind: string }) {
  const { value, error } = useLoaded(kinds, []);
  const found = value?.find((one) => one.kind === kind);
  if (error) return <p class="problem">{error}</p>;
  if (!value) return <p class="muted">{t("loading")}</p>;
  if (!found) return <p class="problem">{t("noSuchKind")}</p>;
  return <Form key={kind} kind={found} />;
}

/** The name of a kind as a field of `NewGameInput`: DANK_AND_DRAFT is `dankAndDraft`. */
const fieldOf = (kind: string) => kind.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function Form({ kind }: { kind: Kind }) {
  const title = t("newTableOf", { title: kind.title });
  useTitle(title);
  const [places, setPlaces] = useState(() => placesOf(kind));
  const next = useRef(places.length);
  const [options, setOptions] = useState<Readonly<Record<string, Chosen>>>({});
  const [listed, setListed] = useState(false);
  const [byHost, setByHost] = useState(false);
  const [terms, setTerms] = useState<Terms>(AGREED);
  const [edition, setEdition] = useState(kind.editions[0]?.name ?? "");
  const [said, say] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = useGoing();
  const digest = kind.editions.find(({ name }) => name === edition)?.digest;
  const parts = useLoaded(() => reference(kind.kind), [kind.kind]).value;
  const entries = parts?.editions.find((one) => one.digest === digest)?.entries ?? [];

  const change = (id: number, more: Partial<Place>) =>
    setPlaces(places.map((place) => (place.id === id ? { ...place, ...more } : place)));
  const open = places.some(({ who }) => who === "OPEN" || who === "CLOSED");
  const people = open && places.every(({ who }) => who === "MINE" || who === "OPEN" || who === "CLOSED");
  const add = () => setPlaces([...places, { id: next.current++, who: "GREEDY", name: "" }]);
  const remove = (id: number) => setPlaces(places.filter((place) => place.id !== id));

  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    say(t("creating"));
    try {
      const agreed = { ...terms, peopleOnly: terms.peopleOnly && people };
      const opened = await openTable(kind, { places, options, listed, byHost, edition, terms: agreed });
      if ("message" in opened) say(opened.message);
      else go(route.table(opened.gameId));
    } catch (error) {
      say(messageOf(error));
    }
    setBusy(false);
  };

  return (
    <form class="new-table" onSubmit={create}>
      <h1>{title}</h1>
      <HowToPlay kind={kind.kind} edition={digest} />
      <fieldset>
        <legend>{t("seats")}</legend>
        <ol class="places">
          {places.map((place, index) => (
            <li key={place.id}>
              <span class={`disc seat-${index + 1}`} aria-hidden="true">
                {index + 1}
              </span>
              <label>
                <span class="unseen">{t("whoSits", { seat: index + 1 })}</span>
                <select value={place.who} onChange={(event) => change(place.id, { who: event.currentTarget.value as Who })}>
                  <option value="MINE">{t("seatMine")}</option>
                  <option value="OPEN">{t("seatOpen")}</option>
                  <option value="CLOSED">{t("seatClosed")}</option>
                  {BOT_KINDS.map((bot) => (
                    <option key={bot} value={bot}>
                      {t(`seat${bot}`)}
                    </option>
                  ))}
                </select>
              </label>
              {place.who !== "OPEN" && place.who !== "CLOSED" && (
                <label>
                  <span class="unseen">{t("nameOf", { seat: index + 1 })}</span>
                  <input
                    value={place.name}
                    maxLength={160}
                    placeholder={place.who === "MINE" ? t("yourName") : BOTS[index]}
                    onInput={(event) => change(place.id, { name: event.currentTarget.value })}
                  />
                </label>
              )}
              {places.length > kind.minSeats && (
                <button type="button" class="quiet" onClick={() => remove(place.id)} aria-label={t("removeSeat", { seat: index + 1 })}>
                  ✕
                </button>
              )}
            </li>
          ))}
        </ol>
        {places.length < kind.maxSeats && (
          <button type="button" onClick={add}>
            {t("addSeat")}
          </button>
        )}
        <label class="check">
          <input type="checkbox" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} />
          {t("listed")}
        </label>
        <label class="check">
          <input type="checkbox" checked={byHost} onChange={(event) => setByHost(event.currentTarget.checked)} />
          {t("startsByHost")}
        </label>
        {people && (
          <label class="check">
            <input
              type="checkbox"
              checked={terms.peopleOnly}
              onChange={(event) => setTerms({ ...terms, peopleOnly: event.currentTarget.checked })}
            />
            {t("peopleOnly")}
          </label>
        )}
      </fieldset>
      <TermsFields terms={terms} change={setTerms} open={open} />
      <details class="options">
        <summary>{t("options")}</summary>
        {kind.editions.length > 1 && (
          <label class="option">
            <b>{t("edition")}</b>
            <select value={edition} onChange={(event) => setEdition(event.currentTarget.value)}>
              {kind.editions.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {kind.options.map((option) => (
          <OptionField
            key={option.name}
            option={option.name === "firstSeat" ? { ...option, choices: option.choices.slice(0, places.length + 1) } : option}
            all={kind.options}
            entries={entries}
            chosen={options[option.name]}
            choose={(value) => setOptions({ ...options, [option.name]: value })}
          />
        ))}
      </details>
      <p role="status" class="said">
        {said}
      </p>
      <button class="primary" disabled={busy}>
        {t("openTable")}
      </button>
    </form>
  );
}

interface Wanted {
  readonly places: readonly Place[];
  readonly options: Readonly<Record<string, Chosen>>;
  readonly listed: boolean;
  readonly byHost: boolean;
  readonly edition: string;
  readonly terms: Terms;
}

function seatOf({ who, name: given }: Place, index: number): SeatInput {
  const name = given.trim() || null;
  switch (who) {
    case "MINE":
      return { kind: "MINE", name };
    case "OPEN":
    case "CLOSED":
      return { kind: "OPEN" };
    default:
      return { kind: "BOT", bot: who, name: name ?? BOTS[index] ?? null };
  }
}

/** Creates the game; what is wrong, if it was refused. */
export async function openTable(
  kind: Kind,
  { places, options, listed, byHost, edition, terms }: Wanted,
): Promise<{ readonly gameId: string } | { readonly message: string }> {
  const chosen = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const { createGame: made } = await clientOf(accessToken()).mutate(CreateGameDocument, {
    game: { [fieldOf(kind.kind)]: chosen } as NewGameInput,
    seats: places.map(seatOf),
    edition: edition || null,
    visibility: listed ? "OPEN" : "UNLISTED",
    start: byHost ? "BY_HOST" : "WHEN_FULL",
    ...terms,
  });
  if (made.__typename !== "GameCreated") return made;
  const { gameId } = made.game;
  holdCreated(made);
  const mine = places.find(({ who }) => who === "MINE")?.name.trim();
  if (mine) keepName(mine);
  const host = clientOf(made.hostToken);
  for (const [index, { who }] of places.entries()) {
    if (who === "CLOSED") await host.mutate(CloseSeatDocument, { gameId, seat: index + 1 });
  }
  return { gameId };
}
