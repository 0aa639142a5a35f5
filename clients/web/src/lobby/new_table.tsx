import type { BotKind } from "@taphouse/client";
import { useRef, useState } from "preact/hooks";

import { provider, useLogin } from "../account/account.ts";
import { kinds, reference, type Kind } from "../api.ts";
import { messageOf, useGoing, useLoaded, useTitle } from "../hooks.ts";
import { Avatar } from "../avatar.tsx";
import { HowToPlay } from "../guide/how_to_play.tsx";
import { kept } from "../kept.ts";
import * as route from "../route.ts";
import { t } from "../words.ts";
import { AGREED, BOTS, isFree, openTable, placesOf, type Place, type Terms, type Who } from "./opening.ts";
import { OptionField, type Chosen } from "./option_field.tsx";
import { TermsFields } from "./terms.tsx";

import "./new_table.css";

const STRENGTH = "taphouse.strength";
/** Names whose faces look mild, keen and stern. */
const FACES = ["Barley", "Rowan", "Juniper"];
/** The bots of a table that is opened by one click. */
const STRENGTHS = { strengthEasy: "GREEDY", strengthMedium: "SEARCH_QUICK", strengthHard: "SEARCH_STRONG" } as const;

/** From the weakest to the strongest. */
const BOT_KINDS: readonly BotKind[] = ["RANDOM", "GREEDY", "SEARCH_QUICK", "SEARCH", "SEARCH_STRONG", "SEARCH_EXPERT"];

export function NewTable({ route: here }: { route: route.Route }) {
  const { value, error } = useLoaded(kinds, []);
  if (here.page !== "new") return null;
  const found = value?.find(({ kind }) => kind === here.kind);
  if (error) return <p class="problem">{error}</p>;
  if (!value) return <p class="muted">{t("loading")}</p>;
  if (!found) return <p class="problem">{t("noSuchKind")}</p>;
  const { against } = here;
  return <Form key={`${found.kind}/${against}`} kind={found} against={against} />;
}

function Form({ kind, against }: { kind: Kind; against: string }) {
  const title = t("newTableOf", { title: kind.title });
  useTitle(title);
  const [places, setPlaces] = useState(() => placesOf(kind, against));
  const next = useRef(places.length);
  const [options, setOptions] = useState<Readonly<Record<string, Chosen>>>({});
  const [listed, setListed] = useState(false);
  const [byHost, setByHost] = useState(false);
  const [terms, setTerms] = useState<Terms>(AGREED);
  const [edition, setEdition] = useState(kind.editions[0]?.name ?? "");
  const [said, say] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = useGoing();
  const { login } = useLogin();
  const digest = kind.editions.find(({ name }) => name === edition)?.digest;
  const parts = useLoaded(() => reference(kind.kind), [kind.kind]).value;
  const entries = parts?.editions.find((one) => one.digest === digest)?.entries ?? [];

  const change = (id: number, more: Partial<Place>) =>
    setPlaces(places.map((place) => (place.id === id ? { ...place, ...more } : place)));
  const open = places.some(isFree);
  const people = open && places.every((place) => place.who === "MINE" || isFree(place));
  const ratable = !!login && !!provider?.ratings && people && places.filter(({ who }) => who === "MINE").length < 2;
  const add = () => setPlaces([...places, { id: next.current++, who: "GREEDY", name: "" }]);
  const remove = (id: number) => setPlaces(places.filter((place) => place.id !== id));

  const create = async (wanted: readonly Place[]) => {
    if (busy) return; // or a second click would open a second table
    setBusy(true);
    say(t("creating"));
    try {
      const agreed = { ...terms, peopleOnly: terms.peopleOnly && people, rated: terms.rated && ratable };
      const opened = await openTable(kind, { places: wanted, options, listed, byHost, edition, terms: agreed });
      if ("message" in opened) say(opened.message);
      else go(route.table(opened.gameId));
    } catch (error) {
      say(messageOf(error));
    }
    setBusy(false);
  };

  const submit = (event: Event) => {
    event.preventDefault();
    void create(places);
  };

  return (
    <div class="new-table">
      <h1>{title}</h1>
      <HowToPlay kind={kind.kind} edition={digest} />
      <Strengths play={(bot) => void create(places.map((place) => (place.who === "MINE" ? place : { ...place, who: bot, name: "" })))} busy={busy} />
      <p role="status" class="said">
        {said}
      </p>
      <details class="more" open={against !== ""}>
        <summary>{t("moreChoices")}</summary>
        <form onSubmit={submit}>
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
                      {(login || place.who === "CHALLENGED") && <option value="CHALLENGED">{t("seatChallenged")}</option>}
                      {BOT_KINDS.map((bot) => (
                        <option key={bot} value={bot}>
                          {t(`seat${bot}`)}
                        </option>
                      ))}
                    </select>
                  </label>
                  {place.who !== "OPEN" && place.who !== "CLOSED" && (
                    <label>
                      <span class="unseen">{t(place.who === "CHALLENGED" ? "handleAt" : "nameOf", { seat: index + 1 })}</span>
                      <input
                        value={place.name}
                        maxLength={160}
                        required={place.who === "CHALLENGED"}
                        placeholder={place.who === "MINE" ? t("yourName") : place.who === "CHALLENGED" ? t("handle") : BOTS[index]}
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
          <TermsFields terms={terms} change={setTerms} open={open} ratable={ratable} />
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
          <button class="primary" disabled={busy}>
            {t("openTable")}
          </button>
        </form>
      </details>
    </div>
  );
}

/** One click opens a table against bots. The strength of last time is marked. */
function Strengths({ play, busy }: { play: (bot: BotKind) => void; busy: boolean }) {
  const last = kept.getItem(STRENGTH);
  return (
    <section class="strengths" aria-label={t("playBots")}>
      <h2>{t("playBots")}</h2>
      <div class="row">
        {(Object.keys(STRENGTHS) as (keyof typeof STRENGTHS)[]).map((strength, index) => (
          <button
            key={strength}
            type="button"
            class={strength === (last ?? "strengthEasy") ? "primary" : ""}
            data-strength={STRENGTHS[strength]}
            aria-disabled={busy}
            onClick={() => {
              kept.setItem(STRENGTH, strength);
              play(STRENGTHS[strength]);
            }}
          >
            <Avatar name={FACES[index] ?? ""} seat={index + 2} />
            {t(strength)}
          </button>
        ))}
      </div>
    </section>
  );
}
