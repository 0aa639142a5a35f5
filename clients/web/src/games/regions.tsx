// The regions of a board, each one tap away where they do not fit the screen together.

import { useContext, useLayoutEffect, useState } from "preact/hooks";

import { movesLittle } from "../hooks.ts";
import { FurtherRegion, useTable } from "../table/context.ts";
import { t } from "../words.ts";

/** A region: the selector of its element, and its short name. */
type Region = readonly [selector: string, name: string];

const find = (selector: string) => document.querySelector<HTMLElement>(`.table-page ${selector}`);

export function Regions({ of }: { of: readonly Region[] }) {
  const { game, moves } = useTable();
  const further = useContext(FurtherRegion);
  const [playable, mark] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    mark(of.map(([selector]) => selector).filter((selector) => find(selector)?.querySelector(".spot.playable")));
  }, [game, moves]);
  const go = (selector: string) => {
    const region = find(selector);
    if (!region) return;
    region.tabIndex = -1;
    region.focus({ preventScroll: true });
    region.scrollIntoView({ behavior: movesLittle() ? "instant" : "smooth", block: "start" });
  };
  return (
    <nav class="regions" aria-label={t("regions")}>
      {of.map(([selector, name]) => (
        <button key={selector} type="button" class="quiet" data-region={selector} onClick={() => go(selector)}>
          {name}
          {playable.includes(selector) && (
            <span class="live">
              <span class="unseen">{t("movesHere")}</span>
            </span>
          )}
        </button>
      ))}
      {further}
    </nav>
  );
}
