// A table that is full, or whose host is away: who starts it, and who must agree.

import { AttendanceDocument, StartGameDocument, TakeHostDocument, type TableFragment } from "@taphouse/client";
import { useEffect, useState } from "preact/hooks";

import { accessToken } from "../../account/account.ts";
import { clientOf } from "../../api.ts";
import type { useAttempt } from "../../hooks.ts";
import { seatName } from "../../named.tsx";
import { held, holdGiven } from "../../storage.ts";
import { list, t } from "../../words.ts";

/** How often, in ms, a waiting player looks whether somebody is away. */
const LOOK = 15_000;

interface Props {
  readonly game: TableFragment;
  /** The first seat of this browser. */
  readonly own: number;
  readonly attempt: ReturnType<typeof useAttempt>["attempt"];
  readonly changed: (seat: number) => void;
}

/** Whether the host is away, and after how many seconds somebody is. */
function useAttendance(gameId: string, token: string | undefined) {
  const [found, set] = useState({ hostAway: false, awayAfter: 0 });
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const { attendance } = await clientOf(token).query(AttendanceDocument, { gameId });
      if (wanted && attendance.__typename === "Attendance") set(attendance);
    };
    const again = () => void look().catch(() => {}); // the next look tells
    again();
    const timer = setInterval(again, LOOK);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [gameId, token]);
  return found;
}

/** What a seated player can do when the table is full, or when its host is away. */
export function Attendance({ game, own, attempt, changed }: Props) {
  const { gameId } = game;
  const mine = held(gameId);
  const asked = game.seats.filter((place) => place.asked);
  const agreeing = asked.find(({ seat }) => mine?.seats[seat]);
  const token = mine?.seats[agreeing?.seat ?? own];
  const { hostAway, awayAfter } = useAttendance(gameId, token);
  const without = hostAway && !mine?.host;
  const full = game.seats.every(({ taken }) => taken);
  const start = () => void attempt(async () => (await clientOf(token).mutate(StartGameDocument, { gameId })).startGame);
  const host = () =>
    void attempt(async () => {
      const { takeHost: taken } = await clientOf(token).mutate(TakeHostDocument, { gameId });
      if (taken.__typename !== "TokenReissued") return taken;
      // By an account, the host's part goes with the login; its seat is what is held of the table.
      const seat = token === accessToken() ? { seat: own, token: taken.token } : null;
      holdGiven({ game: { gameId, kind: game.kind }, seat, hostToken: taken.token }, token);
      changed(own);
      return undefined;
    });
  return (
    <>
      {asked.length > 0 && (
        <p class="lead" role="status">
          {agreeing
            ? t("askedText")
            : t("askedOthers", { names: list(asked.map(seatName)) })}
        </p>
      )}
      {without && <p role="status">{t("hostAway", { minutes: Math.ceil(awayAfter / 60) })}</p>}
      <div class="buttons">
        {full && (agreeing || without) && (
          <button type="button" class="primary" onClick={start}>
            {t(agreeing ? "startGame" : "startWithoutHost")}
          </button>
        )}
        {without && (
          <button type="button" onClick={host}>
            {t("takeHost")}
          </button>
        )}
      </div>
    </>
  );
}
