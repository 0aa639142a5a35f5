// What a viewer shows to report a table.

import type { TableFragment } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { offers } from "../offers.ts";
import { held } from "../storage.ts";

/** The token of the viewer's seat, or as its host, else that of their login. */
export const tokenFor = ({ gameId, viewer }: TableFragment): string | undefined => {
  const mine = held(gameId);
  return (viewer.seat === null ? mine?.host : mine?.seats[viewer.seat]) ?? accessToken();
};

export const mayReport = (game: TableFragment): boolean => offers("reports") && tokenFor(game) !== undefined;
