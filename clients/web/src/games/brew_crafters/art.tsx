// Vessels, rooms and recipes of Brew Crafters.

import type { BrewCraftersStyle } from "@taphouse/client";
import type { ComponentChildren } from "preact";

import { Coffee, Fruit, Hops, Malt, Picture, Spices, Yeast } from "../../art.tsx";
import { t } from "../../words.ts";

const PICTURES = {
  malt: <Malt />,
  hops: <Hops />,
  yeast: <Yeast />,
  fruit: <Fruit />,
  spices: <Spices />,
  coffee: <Coffee />,
};

type Kind = keyof typeof PICTURES;

export const ingredient = (given: string, count = 1) => {
  const kind = given.toLowerCase();
  const known = (kind in PICTURES ? kind : "malt") as Kind;
  return { word: t(known, { count }), picture: PICTURES[known] };
};

/** A fermenter, with beer in it or empty. */
export const Tank = ({ style }: { style: BrewCraftersStyle | null }) => (
  <Picture class={`tank ${style?.toLowerCase() ?? "empty"}`} box="0 0 48 64">
    <path class="legs" d="M14 50l-3 12M34 50l3 12M24 54v8" />
    <path class="steel" d="M10 12a14 7 0 0 1 28 0v28c0 6-9 12-14 14C19 52 10 46 10 40z" />
    {style && <path class="beer" d="M13 24h22v16c0 4-7 9-11 11-4-2-11-7-11-11z" />}
    <path class="shine" d="M16 14v24" />
    <path class="lid" d="M20 5V2h8v3" />
    <circle class="gauge-face" cx="30" cy="18" r="4" />
    <path class="gauge-hand" d="M30 18l2-2" />
  </Picture>
);

export const Bottles = ({ style }: { style: BrewCraftersStyle | null }) => (
  <Picture class={`bottles ${style?.toLowerCase() ?? "empty"}`} box="0 0 48 64">
    {[6, 19, 32].map((x) => (
      <path key={x} class="bottle" d={`M${x + 3} 10h4v12c3 3 4 5 4 9v21H${x - 1}V31c0-4 1-6 4-9z`} />
    ))}
    <path class="belt" d="M1 53h46v4H1z" />
    <path class="wheels" d="M8 60h.100M24 60h.100M40 60h.1" />
  </Picture>
);

export const Pub = ({ style }: { style: BrewCraftersStyle | null }) => (
  <Picture class={`pub ${style?.toLowerCase() ?? "empty"}`} box="0 0 48 64">
    <path class="roof" d="M3 24L24 6l21 18v4H3z" />
    <path class="wall" d="M7 28h34v32H7z" />
    <path class="door" d="M27 42h9v18h-9z" />
    <path class="window beer" d="M12 36h10v10H12z" />
    <path class="line" d="M17 36v10M12 41h10" />
  </Picture>
);

/** A label of a bottle, in the colour of its style. */
export const Label = ({ style, children }: { style: BrewCraftersStyle; children?: ComponentChildren }) => (
  <Picture class={`beer-label ${style.toLowerCase()}`} box="0 0 48 48">
    <path class="paper" d="M24 2l6 4 7-1 3 7 6 4-1 8 1 8-6 4-3 7-7-1-6 4-6-4-7 1-3-7-6-4 1-8-1-8 6-4 3-7 7 1z" />
    <circle class="ring" cx="24" cy="24" r="15" />
    <path class="mug-shape" d="M17 17h11v15H17zM28 20h3a2 2 0 0 1 2 2v4a3 3 0 0 1-3 3h-2" />
    <path class="foam" d="M15 17c0-3 3-4 5-3 2-2 6-2 8 0 2 0 3 1 3 3z" />
    {children}
  </Picture>
);

export const Awning = () => (
  <Picture class="awning" box="0 0 96 18">
    <path class="stripe" d="M0 0h96v10a6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0z" />
    <path class="other" d="M12 0h12v10a6 6 0 0 1-12 0zM36 0h12v10a6 6 0 0 1-12 0zM60 0h12v10a6 6 0 0 1-12 0zM84 0h12v10a6 6 0 0 1-12 0z" />
  </Picture>
);
