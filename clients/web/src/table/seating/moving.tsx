// A seat on another device: a link, also as a QR code, that works once and for some minutes. The tokens behind it are in the
// fragment, which browsers send to no server.

import { CreateHandoverDocument, TakeHandoverDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken } from "../../account/account.ts";
import { anyone, clientOf } from "../../api.ts";
import { useAttempt, useGoing, useLoaded } from "../../hooks.ts";
import * as route from "../../route.ts";
import { holdGiven, tokensOf } from "../../storage.ts";
import { t } from "../../words.ts";
import { ShareLink } from "./share_link.tsx";

/** Offers all that this browser holds of a table to another device. What it has by a login, the other one has by the same. */
export function MoveSeat({ gameId }: { gameId: string }) {
  const [link, show] = useState<string | null>(null);
  const { said, attempt } = useAttempt();
  const tokens = tokensOf(gameId).filter((token) => token !== accessToken());
  if (tokens.length === 0) return null;
  const create = () =>
    attempt(async () => {
      const handovers: string[] = [];
      for (const token of tokens) {
        const { createHandover: made } = await clientOf(token).query(CreateHandoverDocument, { gameId });
        if (made.__typename !== "Handover") return made;
        handovers.push(made.handover);
      }
      show(new URL(route.take(handovers), location.href).href);
      return undefined;
    });
  return (
    <section class="move-seat">
      {link === null ? (
        <button type="button" onClick={() => void create()}>
          {t("moveSeat")}
        </button>
      ) : (
        <>
          <ShareLink to={link} text={t("moveSeatText")} />
          <QrCode text={link} />
        </>
      )}
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </section>
  );
}

/** A text as a QR code, with the quiet zone around it that readers need. */
function QrCode({ text }: { text: string }) {
  const { value: rows } = useLoaded(async () => (await import("qr")).default(text, "raw", { ecc: "low", border: 4 }), [text]);
  if (!rows) return null;
  const dark = rows.flatMap((row, y) => row.map((is, x) => (is ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg class="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={t("qrCode")} shape-rendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}

/** The page behind the link. It asks first: a link that somebody only looks at must not be used up. */
export function TakeSeat({ handovers }: { handovers: readonly string[] }) {
  const { said, attempt } = useAttempt();
  const go = useGoing();
  const take = () =>
    attempt(async () => {
      let gameId = "";
      for (const handover of handovers) {
        const { takeHandover: taken } = await anyone().mutate(TakeHandoverDocument, { handover });
        if (taken.__typename !== "HandoverTaken") return taken;
        holdGiven(taken);
        ({ gameId } = taken.game);
      }
      go(route.table(gameId), true); // the way back leads past the used link
      return undefined;
    });
  return (
    <div class="waiting">
      <h1>{t("takeSeat")}</h1>
      <p class="lead">{t("takeSeatText")}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void take()}>
          {t("takeSeatHere")}
        </button>
      </div>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </div>
  );
}
