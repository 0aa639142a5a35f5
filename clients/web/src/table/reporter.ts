// What a viewer shows to report a table.

import type { TableFragment } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { held } from "../storage.ts";

/** The token of the viewer's seat, or as its host, else that of their login. */
export const tokenFor = ({ gameId, viewer }: TableFragment): string | undefined => {
  const mine = held(gameId);
  return (viewer.seat === null ? mine?.host : mine?.seats[viewer.seat]) ?? accessToken();
};

/** Whether somebody reads reports here. */
const read = document.querySelector("meta[name=reports]");

export const mayReport = (game: TableFragment): boolean => read !== null && tokenFor(game) !== undefined;
