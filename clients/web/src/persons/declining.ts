// Declining a challenge.

import { DeclineChallengeDocument } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { clientOf } from "../api.ts";

export const decline = async (gameId: string) => (await clientOf(accessToken()).mutate(DeclineChallengeDocument, { gameId })).declineChallenge;
