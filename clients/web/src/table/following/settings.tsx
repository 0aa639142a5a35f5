// How a table is followed: the pace and notifications; a switch for sounds is in the bar. The choices are kept in this browser.

import { useState } from "preact/hooks";

import { t } from "../../words.ts";
import { allowed, isOn, turn, type Alert } from "./alerts.ts";
import { PACES, choosePace, pace, type Pace } from "./pace.ts";

/** With `sounds`, also the switch that the bar of a table has. */
export function FollowingSettings({ sounds = false }: { sounds?: boolean }) {
  const [paced, set] = useState(pace);
  const choose = (wanted: Pace) => {
    choosePace(wanted);
    set(wanted);
  };
  return (
    <section class="menu">
      <h3>{t("following")}</h3>
      <label class="choice-of">
        {t("pace")}
        <select name="pace" value={paced} onChange={(event) => choose(event.currentTarget.value as Pace)}>
          {PACES.map((one) => (
            <option key={one} value={one}>
              {t(`pace${one}`)}
            </option>
          ))}
        </select>
      </label>
      <p class="muted">{t("paceText")}</p>
      {sounds && <Switch of="sounds" />}
      {allowed() && <Switch of="notifications" />}
      {allowed() === "denied" && <p class="muted">{t("notificationsDenied")}</p>}
    </section>
  );
}

function Switch({ of }: { of: Alert }) {
  const [on, set] = useState(() => isOn(of));
  return (
    <label class="check">
      <input type="checkbox" name={of} checked={on} onChange={(event) => void turn(of, event.currentTarget.checked).then(set)} /> {t(of)}
    </label>
  );
}
