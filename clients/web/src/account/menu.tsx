// Signing in and out, where the service has an identity provider.

import { useState } from "preact/hooks";

import { Avatar } from "../avatar.tsx";
import { messageOf } from "../hooks.ts";
import * as route from "../route.ts";
import { t } from "../words.ts";
import { provider, signIn, signOut, useLogin } from "./account.ts";

export function AccountMenu() {
  const { login, problem } = useLogin();
  const [said, say] = useState<string | null>(problem);
  if (!provider) return null;
  const attempt = (work: Promise<void>) => {
    say(null);
    work.catch((error: unknown) => say(messageOf(error)));
  };
  return (
    <div class="account">
      {login && (
        <a href={route.account} translate={login.name === null}>
          <Avatar name={login.name ?? ""} seat={1} />
          <span>{login.name ?? t("account")}</span>
        </a>
      )}
      <button type="button" onClick={() => attempt(login ? signOut() : signIn())}>
        {t(login ? "signOut" : "signIn")}
      </button>
      {said && (
        <p class="problem" role="alert">
          {t("signInFailed", { reason: said })}
        </p>
      )}
    </div>
  );
}
