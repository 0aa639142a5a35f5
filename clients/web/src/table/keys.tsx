// Shortcuts of the keyboard: to the board, to the moves and to the log, and a dialog that lists them and turns them off.

import { useLayoutEffect, useState } from "preact/hooks";

import { kept } from "../kept.ts";
import { t } from "../words.ts";
import { Dialog } from "./sheet.tsx";

const KEPT = "taphouse.keys";
const HELP = "?";
const TYPED = "select, textarea, input:not([type=range], [type=checkbox], [type=radio]), [contenteditable]";

/** What each key goes to, the first of the selectors that finds something: again and again, to the next one. */
const TARGETS = {
  b: [".board-area .spot.playable", ".board-area .spot"],
  m: [".deciding .move, .deciding [data-more]", ".deciding .prompt"],
  l: [".log a"],
} as const;

const isTarget = (key: string): key is keyof typeof TARGETS => Object.hasOwn(TARGETS, key);

function go(selectors: readonly string[], by: 1 | -1): void {
  const seen = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const found = selectors.map(seen).find((some) => some.length > 0) ?? [];
  const now = found.findIndex((one) => one === document.activeElement);
  const next = now < 0 ? 0 : (now + by + found.length) % found.length;
  found[next]?.focus();
}

export function Keys() {
  const [open, show] = useState(false);
  const [on, turn] = useState(() => kept.getItem(KEPT) !== "off");
  useLayoutEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const elsewhere = event.ctrlKey || event.altKey || event.metaKey || event.isComposing || document.querySelector("dialog[open]");
      if (elsewhere || (event.target instanceof Element && event.target.matches(TYPED))) return;
      if (key === HELP) show(true);
      else if (isTarget(key)) go(TARGETS[key], event.shiftKey ? -1 : 1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [on]);
  const choose = (wanted: boolean) => {
    kept.setItem(KEPT, wanted ? "on" : "off");
    turn(wanted);
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => show(true)} aria-label={t("keyboard")} title={t("keyboard")}>
        ⌨
      </button>
      {open && (
        <Dialog title={t("keyboard")} close={() => show(false)}>
          <label class="check">
            <input type="checkbox" checked={on} onChange={(event) => choose(event.currentTarget.checked)} />
            {t("keysOn")}
          </label>
          <dl class="facts">
            {(["b", "m", "l", "other", "help"] as const).map((key) => (
              <div key={key}>
                <dt>
                  <kbd>{key === "help" ? HELP : key === "other" ? t("keyShift") : key.toUpperCase()}</kbd>
                </dt>
                <dd>{t(`keyFor_${key}`)}</dd>
              </div>
            ))}
            <div>
              <dt>
                <kbd>Tab</kbd>, <kbd>{t("keyEnter")}</kbd>
              </dt>
              <dd>{t("keyForEnter")}</dd>
            </div>
            <div>
              <dt>
                <kbd>Esc</kbd>
              </dt>
              <dd>{t("keyForEscape")}</dd>
            </div>
          </dl>
        </Dialog>
      )}
    </>
  );
}
