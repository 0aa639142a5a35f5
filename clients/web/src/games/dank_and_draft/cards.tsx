// Cards of Dank & Draft: a beer on one side, an action on the other, or a back where neither is seen.

import type { DankAndDraftAction, DankAndDraftBeerType, DankAndDraftCardFragment } from "@taphouse/client";

import { CardBack } from "../../art.tsx";
import { useTable, type AtTable, type Meaning } from "../../table/context.ts";
import { t } from "../../words.ts";
import { Title } from "../title.tsx";
import { ActionPicture, Glass } from "./art.tsx";

import "./board.css";

export const TYPES: readonly DankAndDraftBeerType[] = ["IPA", "PILSNER", "AMBER", "SOUR", "STOUT"];

/** Types and actions have their titles and texts in the guide. */
export const typeName = (type: DankAndDraftBeerType, { component }: AtTable) => component(`types/${type.toLowerCase()}`).title;
const actionOf = (action: DankAndDraftAction, { component }: AtTable) => component(`actions/${action.toLowerCase().replace("_", "-")}`);

export function BeerCard({ type, title, brewery }: { type: DankAndDraftBeerType; title?: string; brewery?: string | null }) {
  return (
    <span class={`card beer-card ${type.toLowerCase()}`} data-card={`${type} ${brewery}`}>
      <Glass type={type} />
      {title && <Title of={title} />}
      {brewery && <span class="brewery">{brewery}</span>}
    </span>
  );
}

export function ActionCard({ action, title }: { action: DankAndDraftAction; title?: string }) {
  return (
    <span class={`card action-card ${action.toLowerCase().replace("_", "-")}`} data-card={action}>
      <ActionPicture action={action} />
      {title && <Title of={title} />}
    </span>
  );
}

export const HiddenCard = () => (
  <span class="card hidden-card">
    <CardBack />
  </span>
);

export function Card({ card }: { card: DankAndDraftCardFragment | null }) {
  const table = useTable();
  if (card?.type) return <BeerCard type={card.type} title={typeName(card.type, table)} brewery={card.brewery} />;
  if (card?.action) return <ActionCard action={card.action} title={actionOf(card.action, table).title} />;
  return <HiddenCard />;
}

export function meaningOf(card: DankAndDraftCardFragment | null, table: AtTable): Meaning {
  const action = card?.action ? actionOf(card.action, table) : null;
  if (card?.type) {
    const brewery = card.brewery ? ([[t("brewery"), card.brewery]] as const) : [];
    const back = action ? ([[t("action"), `${action.title} (${action.text})`]] as const) : [];
    return { title: typeName(card.type, table), text: t("beerText"), facts: [...brewery, ...back] };
  }
  return action ?? { title: t("hiddenCard"), text: t("hiddenCardText") };
}
