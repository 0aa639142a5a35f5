// Signing in and out, where the service has an identity provider.

import { useState } from "preact/hooks";

import { messageOf } from "../hooks.ts";
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
      {login?.name && <span class="muted">{login.name}</span>}
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
