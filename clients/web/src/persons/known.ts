// What the account of the visitor knows of players.

import { PeopleDocument, type MarkedPlayerFragment } from "@taphouse/client";
import { useState } from "preact/hooks";

import { useLogin } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { useLoaded } from "../hooks.ts";

/** A player as the account knows them. An account that has neither met nor marked them has no id of them. */
export type Known = Pick<MarkedPlayerFragment, "handle" | "mark"> & { readonly id: string | null };

export const peopleOf = async (access: string) => (await clientOf(access).query(PeopleDocument, {})).account;

/** The account's profile and marks, or why they are not shown; null without a login. `again` reads them once more. */
export function usePeople() {
  const { login } = useLogin();
  const [round, next] = useState(0);
  const { value, error } = useLoaded(async () => (login ? peopleOf(login.access) : null), [login?.access, round]);
  const account = value?.__typename === "Account" ? value : null;
  const refused = value && "message" in value ? value.message : error;
  return { login, account, refused, again: () => next((count) => count + 1) };
}

/** A player with a handle, as they are known by these marks. */
export const knownBy = (players: readonly Known[], handle: string): Known =>
  players.find((one) => one.handle === handle) ?? { id: null, handle, mark: null };
