// Cards of Dank & Draft: a beer on one side, an action on the other, or a back where neither is seen.

import type { DankAndDraftAction, DankAndDraftBeerType, DankAndDraftCardFragment } from "@taphouse/client";

import { CardBack } from "../../art.tsx";
import type { Meaning } from "../../table/context.ts";
import { t } from "../../words.ts";
import { ActionPicture, Glass } from "./art.tsx";

export const TYPES: readonly DankAndDraftBeerType[] = ["IPA", "PILSNER", "AMBER", "SOUR", "STOUT"];

const TYPE_NAMES: Readonly<Record<DankAndDraftBeerType, string>> = {
  IPA: "IPA",
  PILSNER: "Pilsner",
  AMBER: "Amber",
  SOUR: "Sour",
  STOUT: "Stout",
};

export const typeName = (type: DankAndDraftBeerType) => TYPE_NAMES[type];
export const actionName = (action: DankAndDraftAction) => t(`action${action}`);
export const actionText = (action: DankAndDraftAction) => t(`action${action}Text`);

export function BeerCard({ type, brewery }: { type: DankAndDraftBeerType; brewery: string | null }) {
  return (
    <span class={`card beer-card ${type.toLowerCase()}`}>
      <Glass type={type} />
      <span class="type">{typeName(type)}</span>
      {brewery && <span class="brewery">{brewery}</span>}
    </span>
  );
}

export function ActionCard({ action }: { action: DankAndDraftAction }) {
  return (
    <span class={`card action-card ${action.toLowerCase().replace("_", "-")}`}>
      <ActionPicture action={action} />
      <span class="type">{actionName(action)}</span>
    </span>
  );
}

export const HiddenCard = () => (
  <span class="card hidden-card">
    <CardBack />
  </span>
);

export function Card({ card }: { card: DankAndDraftCardFragment | null }) {
  if (card?.type) return <BeerCard type={card.type} brewery={card.brewery} />;
  if (card?.action) return <ActionCard action={card.action} />;
  return <HiddenCard />;
}

export function meaningOf(card: DankAndDraftCardFragment | null): Meaning {
  if (!card || (!card.type && !card.action)) return { title: t("hiddenCard"), text: t("hiddenCardText") };
  const action = card.action ? ([[t("action"), `${actionName(card.action)} (${actionText(card.action)})`]] as const) : [];
  if (card.type) {
    const brewery = card.brewery ? ([[t("brewery"), card.brewery]] as const) : [];
    return { title: typeName(card.type), text: t("beerText"), facts: [...brewery, ...action] };
  }
  return { title: card.action ? actionName(card.action) : "", text: card.action ? actionText(card.action) : "" };
}
