// The games of the visitor's account, and the challenges to it, as they are now.

import { AccountNewsDocument, type BriefFragment } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { clientOf } from "../api.ts";
import { notePlace, useLogin } from "./account.ts";

export type Games = Readonly<Record<string, BriefFragment>>;

/** Follows the account by one stream, which begins with the games that have not ended. None while nobody is signed in. */
export function useAccountGames(): Games {
  const { login } = useLogin();
  const [games, set] = useState<Games>({});
  useEffect(() => {
    if (!login) return set({});
    const client = clientOf(login.access);
    let wanted = true;
    const follow = async () => {
      for await (const { accountEvents: news } of client.subscribe(AccountNewsDocument, {})) {
        if (!wanted || news.__typename !== "AccountEvent") return; // they have signed out meanwhile, or the token has expired
        notePlace(news.game);
        set((before) => ({ ...before, [news.game.gameId]: news.game }));
      }
    };
    follow().catch(() => {}); // it begins again with the next token
    return () => {
      wanted = false;
      void client.close();
    };
  }, [login?.access]);
  return games;
}
