// Whether the news of a table arrive.

import type { Connection } from "@taphouse/client";

import { t } from "../words.ts";

export function ConnectionState({ connection, over }: { connection: Connection; over: boolean }) {
  const lost = connection === "lost";
  return (
    <p class={`connection ${over ? "over" : connection}`} role="status">
      {lost ? t("reconnecting") : over ? "" : connection === "connected" ? t("live") : t("connecting")}
    </p>
  );
}
