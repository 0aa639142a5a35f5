// Glasses and actions of Dank & Draft.

import type { DankAndDraftAction, DankAndDraftBeerType, Known, Unknown } from "@taphouse/client";
import type { ComponentChildren } from "preact";

interface Shape {
  readonly glass: string;
  readonly beer: string;
  readonly foam: string;
  readonly base?: string;
}

const SHAPES: Readonly<Record<Known<DankAndDraftBeerType>, Shape> & Partial<Record<Unknown, Shape>>> = {
  IPA: {
    glass: "M17 10H47C49 26 45 37 41 45c-3 6-4 10-4 15H27c0-5-1-9-4-15C19 37 15 26 17 10z",
    beer: "M18.5 18h27C46 29 43 37 39.5 44c-2.5 5-3.5 9-4 14h-7c-.5-5-1.5-9-4-14C21 37 18 29 18.5 18z",
    foam: "M16 18c-2-6 3-10 7-8 2-5 9-6 12-2 4-3 10-1 10 4 3 1 3 5 1 7z",
    base: "M27 60h10v4h8v5H19v-5h8z",
  },
  PILSNER: {
    glass: "M20 8H44L38 64H26z",
    beer: "M22 18H42L37 62H27z",
    foam: "M19 18c-2-5 1-9 5-8 2-4 8-5 11-2 4-2 9 0 9 4 2 2 1 5-1 6z",
    base: "M25 64h14l4 6H21z",
  },
  AMBER: {
    glass: "M16 10H48L43 70H21z",
    beer: "M18 20H46L42 68H22z",
    foam: "M14 20c-2-6 3-10 7-8 3-5 9-6 13-2 4-3 10-2 11 3 4 1 4 6 1 7z",
  },
  SOUR: {
    glass: "M14 12H50C50 33 43 43 35 45V60h10v8H19V60h10V45C21 43 14 33 14 12z",
    beer: "M16 21H48c-1 12-6 20-16 21-10-1-15-9-16-21z",
    foam: "M13 21c-2-6 3-10 8-8 3-4 9-5 12-2 5-3 11-1 12 4 4 1 4 5 1 6z",
  },
  STOUT: {
    glass: "M17 10H47L46 22c4 4 4 8 0 12L43 70H21L18 34c-4-4-4-8 0-12z",
    beer: "M18.5 22h27c2.5 4 2.5 7-.5 11l-3 35H22l-3-35c-3-4-3-7-.5-11z",
    foam: "M16 24c-2-8 2-14 7-12 3-4 9-5 12-2 5-3 11 0 12 5 2 3 1 8-1 9z",
  },
};

export function Glass({ type }: { type: DankAndDraftBeerType }) {
  const shape = SHAPES[type];
  if (!shape) return null;
  const { glass, beer, foam, base } = shape;
  return (
    <svg viewBox="8 2 48 72" class={`picture glass ${type.toLowerCase()}`} aria-hidden="true" focusable="false">
      {base && <path class="foot" d={base} />}
      <path class="vessel" d={glass} />
      <path class="beer" d={beer} />
      <path class="shine" d="M25 24l2 30" />
      <path class="foam" d={foam} />
      <circle class="bubble" cx="34" cy="36" r="1.4" />
      <circle class="bubble" cx="37" cy="30" r="1.1" />
      <circle class="bubble" cx="33" cy="46" r="1.2" />
    </svg>
  );
}

const ACTIONS: Readonly<Record<Known<DankAndDraftAction>, ComponentChildren> & Partial<Record<Unknown, ComponentChildren>>> = {
  SPOIL: (
    <>
      <path d="M14 12h20l-3 28H17z" />
      <path class="crack" d="M26 10l-5 9 6 5-5 8 4 9" />
      <path d="M36 34c3 4 4 6 4 8a4 4 0 0 1-8 0c0-2 1-4 4-8z" />
    </>
  ),
  RECYCLE: (
    <>
      <path d="M11 22a14 14 0 0 1 24-8l4 4" />
      <path d="M40 8v10H30" />
      <path d="M37 26a14 14 0 0 1-24 8l-4-4" />
      <path d="M8 40V30h10" />
    </>
  ),
  SNATCH: (
    <>
      <path d="M8 26h14v14H8z" />
      <path d="M22 29h4v7h-4" />
      <path d="M12 20c2-8 9-12 17-11" />
      <path d="M25 4l6 5-5 6" />
      <path d="M34 20c4 2 6 6 6 10M34 30h8" />
    </>
  ),
  STOCK_UP: (
    <>
      <path d="M18 6h12l-2 12h-8z" />
      <path d="M24 18v6M14 24h20v6h-6v6M14 24v5" />
      <path d="M33 36v10M28 41h10" />
    </>
  ),
};

export function ActionPicture({ action }: { action: DankAndDraftAction }) {
  return (
    <svg viewBox="0 0 48 48" class={`picture action ${action.toLowerCase().replace("_", "-")}`} aria-hidden="true" focusable="false">
      {ACTIONS[action]}
    </svg>
  );
}

/** The handle of a tap. */
export const TapHandle = ({ turn = 0 }: { turn?: number }) => (
  <svg viewBox="0 0 32 40" class="picture tap-handle" aria-hidden="true" focusable="false">
    <g transform={`rotate(${turn} 16 20)`}>
      <path class="wood" d="M11 3h10l2 16-4 5h-6l-4-5z" />
      <path class="metal" d="M13 24h6v5h-6zM9 29h14v4H9z" />
      <path class="arrow" d="M16 8v9M12.5 13.500L16 17l3.5-3.5" />
    </g>
  </svg>
);
