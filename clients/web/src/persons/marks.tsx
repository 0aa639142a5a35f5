// Befriending and blocking a player.

import { MarkPlayerDocument, type PlayerMark } from "@taphouse/client";

import { accessToken } from "../account/account.ts";
import { clientOf } from "../api.ts";
import { useAttempt } from "../hooks.ts";
import { t } from "../words.ts";
import type { Known } from "./known.ts";

interface Props {
  readonly player: Known;
  readonly changed: (player: Known) => void;
}

export function Marks({ player, changed }: Props) {
  const { said, attempt } = useAttempt();
  const mark = (wanted: PlayerMark | null) =>
    void attempt(async () => {
      const who = { player: player.id ?? player.handle ?? "", mark: wanted };
      const { markPlayer: answer } = await clientOf(accessToken()).query(MarkPlayerDocument, who);
      if (answer.__typename !== "PlayerFound") return answer;
      changed(answer.player);
      return undefined;
    });
  const [isFriend, isBlocked] = [player.mark === "FRIEND", player.mark === "BLOCKED"];
  return (
    <>
      <div class="buttons">
        {!isBlocked && (
          <button type="button" onClick={() => mark(isFriend ? null : "FRIEND")}>
            {t(isFriend ? "removeFriend" : "addFriend")}
          </button>
        )}
        <button type="button" class={isBlocked ? "" : "danger"} onClick={() => mark(isBlocked ? null : "BLOCKED")}>
          {t(isBlocked ? "unblock" : "block")}
        </button>
      </div>
      {said && (
        <p class="problem" role="alert">
          {said}
        </p>
      )}
    </>
  );
}
