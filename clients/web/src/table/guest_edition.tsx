// A note at a game whose edition a player brought: other players see its titles and texts.

import { t } from "../words.ts";

/** Of the editions that the service offers, none is the one of the game. */
export function GuestEdition({ offered, edition }: { offered: readonly { readonly digest: string }[] | undefined; edition: string }) {
  if (!offered || offered.some(({ digest }) => digest === edition)) return null;
  return (
    <p class="note">
      <span>{t("guestEdition")}</span>
    </p>
  );
}
