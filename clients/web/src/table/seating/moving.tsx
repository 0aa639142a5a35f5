// A seat on another device: a link, also as a QR code, that works once and for some minutes. The tokens behind it are in the
// fragment, which browsers send to no server.

import { ClaimSeatDocument, CreateHandoverDocument, TakeHandoverDocument } from "@taphouse/client";
import { useState } from "preact/hooks";

import { accessToken, notePlace, placeOf, useLogin } from "../../account/account.ts";
import { anyone, clientOf } from "../../api.ts";
import { useAttempt, useGoing, useLoaded } from "../../hooks.ts";
import * as route from "../../route.ts";
import { held, holdGiven, tokensOf } from "../../storage.ts";
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

/** Offers to keep a guest's seat by the account of somebody who has signed in since. */
export function ClaimSeat({ gameId, claimed }: { gameId: string; claimed?: (seat: number) => void }) {
  const { login } = useLogin();
  const { said, attempt } = useAttempt();
  const [done, finish] = useState(false);
  const mine = held(gameId);
  const place = placeOf(gameId);
  const [seat] = Object.keys(mine?.seats ?? {}).map(Number);
  if (!login || !mine || seat === undefined || done || typeof place?.seat === "number") return null;
  const token = mine.seats[seat] ?? "";
  const claim = () =>
    attempt(async () => {
      const { claimSeat: answer } = await clientOf(login.access).mutate(ClaimSeatDocument, { gameId, token });
      if (answer.__typename !== "GameChanged") return answer;
      notePlace({ gameId, kind: mine.kind, viewer: { seat, host: place?.host ?? false } });
      finish(true);
      claimed?.(seat);
      return undefined;
    });
  return (
    <section class="claim-seat">
      <button type="button" onClick={() => void claim()}>
        {t("claimSeat")}
      </button>
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
