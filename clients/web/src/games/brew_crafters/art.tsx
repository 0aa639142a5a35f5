// Vessels, rooms and recipes of Brew Crafters.

import type { BrewCraftersIngredient, BrewCraftersStyle } from "@taphouse/client";
import type { ComponentChildren } from "preact";

import { Coffee, Fruit, Hops, Malt, Picture, Spices, Yeast } from "../../art.tsx";

import "./board.css";
import "./brewery.css";

export const INGREDIENTS = {
  malt: <Malt />,
  hops: <Hops />,
  yeast: <Yeast />,
  fruit: <Fruit />,
  spices: <Spices />,
  coffee: <Coffee />,
};

export type Ingredient = keyof typeof INGREDIENTS;

/** The picture of an ingredient, by its constant. */
export const ingredient = (constant: BrewCraftersIngredient) => INGREDIENTS[constant.toLowerCase() as Ingredient];

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

const ROOMS: Readonly<Record<string, string>> = {
  storehouse: "M3 12h8v9H3zM13 12h8v9h-8zM8 3h8v9H8zM3 16h8M13 16h8M8 7h8",
  "mash-tun": "M4 9h16v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM2 9h20M8 9a4 4 0 0 1 8 0M12 5V2",
  "yeast-lab": "M10 3v6L4.500 18a2 2 0 0 0 1.800 3h11.400a2 2 0 0 0 1.800-3L14 9V3M8.500 3h7M7 15h10",
  "oak-barrelhouse": "M6 3h12c2 5 2 13 0 18H6C4 16 4 8 6 3zM4.600 8.500h14.800M4.600 15.500h14.800M12 3v18",
  "hops-infuser": "M12 3c4 0 6 3 6 7 0 5-3 8-6 11-3-3-6-6-6-11 0-4 2-7 6-7zM6.500 9q2.800 3 5.500 0 2.800 3 5.500 0M7.500 14q2.300 3 4.500 0 2.300 3 4.500 0",
  brewpub: "M3 11l9-7 9 7M5 10v11h14V10M10 21v-6h4v6M8 12h2M14 12h2",
  farm: "M12 21V9M12 14c-5 0-7-3-7-7 5 0 7 3 7 7zM12 11c0-4 2-6 7-6 0 4-2 6-7 6zM3 21h18",
  "tasting-room": "M3 5h8l-1.200 9H4.200zM7 14v7M4 21h6M14 5h7l-1 9h-5zM17.500 14v7M15 21h5M3.500 8h7M14.300 8h6.400",
  "double-batch-system": "M3 6a4 3 0 0 1 8 0v9a4 4 0 0 1-8 0zM13 6a4 3 0 0 1 8 0v9a4 4 0 0 1-8 0zM5 18v4M9 18v4M15 18v4M19 18v4M3 9h8M13 9h8",
};
const CRATE = "M4 5h16v15H4zM4 10h16M9 10v10M15 10v10";

/** A room of a brewery, by the name of its tile. */
export const Room = ({ name }: { name: string }) => (
  <Picture class="room-picture">
    <path d={ROOMS[name] ?? CRATE} />
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
  <Picture class="awning" box="0 0 96 18" stretched>
    <path class="stripe" d="M0 0h96v10a6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0z" />
    <path class="other" d="M12 0h12v10a6 6 0 0 1-12 0zM36 0h12v10a6 6 0 0 1-12 0zM60 0h12v10a6 6 0 0 1-12 0zM84 0h12v10a6 6 0 0 1-12 0z" />
  </Picture>
);
