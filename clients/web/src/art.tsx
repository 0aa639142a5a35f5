// Pictures that all games share, drawn for this page. They are decoration: what they show is also said in words.

import type { ComponentChildren } from "preact";

interface PictureProps {
  readonly class?: string | undefined;
  readonly box?: string;
  /** Whether it takes any shape that it is given. */
  readonly stretched?: boolean;
  readonly children: ComponentChildren;
}

export function Picture({ class: name = "", box = "0 0 24 24", stretched = false, children }: PictureProps) {
  return (
    <svg viewBox={box} preserveAspectRatio={stretched ? "none" : undefined} class={`picture ${name}`} aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

const grain = (x: number, y: number, turn: number) => <ellipse cx={x} cy={y} rx="1.9" ry="3.2" transform={`rotate(${turn} ${x} ${y})`} />;

function Ear({ class: name }: { class: string }) {
  return (
    <Picture class={name}>
      <path d="M12 22V7" class="stem" />
      {grain(12, 4.5, 0)}
      {grain(8.6, 8, -28)}
      {grain(15.4, 8, 28)}
      {grain(8.3, 12.5, -28)}
      {grain(15.7, 12.5, 28)}
      {grain(8.6, 17, -28)}
      {grain(15.4, 17, 28)}
    </Picture>
  );
}

export const Malt = () => <Ear class="malt" />;
export const SpecialtyMalt = () => <Ear class="specialty-malt" />;

export const Hops = () => (
  <Picture class="hops">
    <path d="M12 2v4" class="stem" />
    <path d="M12 5c4 0 6.5 3 6.5 7 0 5-3 8.5-6.5 10.500C8.5 20.5 5.5 17 5.5 12c0-4 2.5-7 6.5-7z" />
    <path class="line" d="M6 10q3 3.5 6 0 3 3.5 6 0M6.3 14q2.8 3.5 5.7 0 2.9 3.5 5.7 0M8.5 18q1.8 2.5 3.5 0 1.7 2.5 3.5 0" />
  </Picture>
);

export const Yeast = () => (
  <Picture class="yeast">
    <circle cx="9" cy="14.5" r="6" />
    <circle cx="16.5" cy="9" r="4.2" />
    <circle cx="9.5" cy="5.5" r="2.6" />
    <circle class="dot" cx="8" cy="13.5" r="1.6" />
    <circle class="dot" cx="16.5" cy="9" r="1.2" />
  </Picture>
);

export const Fruit = () => (
  <Picture class="fruit">
    <path class="stem" d="M8 14C9 8 12 4 17 3c0 4-.5 8 .5 11" />
    <circle cx="7.5" cy="17" r="4.8" />
    <circle cx="17" cy="17.5" r="4.3" />
    <path class="leaf" d="M16 4c-3-2.5-6-1.5-7.5 0 2.5 2 5.5 2 7.5 0z" />
  </Picture>
);

export const Spices = () => (
  <Picture class="spices">
    {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
      <path key={turn} d="M12 11.500c-2-3-1.8-6.5 0-9.5 1.8 3 2 6.5 0 9.500z" transform={`rotate(${turn} 12 12)`} />
    ))}
    <circle class="dot" cx="12" cy="12" r="2" />
  </Picture>
);

export const Coffee = () => (
  <Picture class="coffee">
    <ellipse cx="12" cy="12" rx="6.5" ry="9.5" transform="rotate(32 12 12)" />
    <path class="line" d="M16.5 4.800c.5 4.5-7 8.5-9 14.4" />
  </Picture>
);

export const Adjuncts = () => (
  <Picture class="adjuncts">
    <path d="M5.5 8h13v11a2.5 2.5 0 0 1-2.5 2.500H8A2.5 2.5 0 0 1 5.5 19z" />
    <path class="lid" d="M4.5 4h15v4h-15z" />
    <path class="line" d="M8.5 12.500h7v5h-7z" />
  </Picture>
);

export const Coin = () => (
  <Picture class="coin">
    <circle cx="12" cy="12" r="9.5" />
    <path class="line" d="M15 8.500c-.8-1-1.8-1.4-3-1.4-1.8 0-3 .9-3 2.3 0 3.4 6.2 1.6 6.2 5 0 1.5-1.3 2.5-3.2 2.5-1.3 0-2.5-.5-3.2-1.500M12 5.200v13.6" />
  </Picture>
);

export const Mug = () => (
  <Picture class="mug">
    <path class="handle" d="M16 10h2.500a2 2 0 0 1 2 2v3.500a3 3 0 0 1-3 3H16" />
    <path d="M4.5 8.500H16.500V21a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1z" />
    <path class="foam" d="M3.5 8c0-2 1.5-3 3-2.700C7.2 3.2 9 2.5 10.5 3.200c1.3-1 3.5-.5 4 1.2 1.7-.2 3 1 3 2.6 0 1.5-1 2.5-2.5 2.500H6c-1.5 0-2.5-.5-2.5-1.500z" />
  </Picture>
);

export const Medal = () => (
  <Picture class="medal">
    <path class="ribbon" d="M7 2h10l-3 8h-4z" />
    <circle cx="12" cy="15.5" r="6.5" />
    <path class="line" d="M12 11.500l1.3 2.6 2.9.4-2.1 2 .5 2.9-2.6-1.4-2.6 1.4.5-2.9-2.1-2 2.9-.400z" />
  </Picture>
);

export const Pawn = () => (
  <Picture class="pawn">
    <circle cx="12" cy="6" r="4" />
    <path d="M12 9c5 0 5.5 6 6 11.500a1.5 1.5 0 0 1-1.5 1.500h-9A1.5 1.5 0 0 1 6 20.500C6.5 15 7 9 12 9z" />
  </Picture>
);

const SEASONS: Readonly<Record<string, ComponentChildren>> = {
  SPRING: (
    <>
      {[0, 72, 144, 216, 288].map((turn) => (
        <ellipse key={turn} cx="12" cy="6.5" rx="3.2" ry="4.5" transform={`rotate(${turn} 12 12)`} />
      ))}
      <circle class="dot" cx="12" cy="12" r="2.8" />
    </>
  ),
  SUMMER: (
    <>
      <circle cx="12" cy="12" r="5" />
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path key={turn} class="ray" d="M12 1.500v3.5" transform={`rotate(${turn} 12 12)`} />
      ))}
    </>
  ),
  FALL: (
    <>
      <path d="M12 2l2.5 4.500L18.5 5l-.8 4.500L22 11l-3.5 3 1 4-5-.800L12 20l-2.5-2.8-5 .8 1-4L2 11l4.3-1.500L5.5 5l4 1.500z" />
      <path class="ray" d="M12 12v10" />
    </>
  ),
  WINTER: (
    <>
      {[0, 60, 120].map((turn) => (
        <path key={turn} class="ray" d="M12 2v20M9 4l3 3 3-3M9 20l3-3 3 3" transform={`rotate(${turn} 12 12)`} />
      ))}
    </>
  ),
};

export const SeasonPicture = ({ season }: { season: string }) => <Picture class={`season ${season.toLowerCase()}`}>{SEASONS[season]}</Picture>;

/** The back of a card: a cone of hops in a frame. */
export const CardBack = () => (
  <svg viewBox="0 0 60 84" class="picture back" aria-hidden="true" focusable="false">
    <rect class="ground" x="1" y="1" width="58" height="82" rx="6" />
    <rect class="frame" x="5" y="5" width="50" height="74" rx="4" />
    <path class="frame" d="M5 23L23 5M5 42L42 5M5 61L55 11M5 79L55 29M18 79L55 42M37 79L55 61M55 23L37 5M55 42L18 5M55 61L5 11M55 79L5 29M42 79L5 42M23 79L5 61" />
    <path class="cone" d="M30 24c9 0 14 7 14 16 0 11-7 19-14 23-7-4-14-12-14-23 0-9 5-16 14-16z" />
    <path class="scales" d="M17 36q6.5 8 13 0 6.5 8 13 0M17 45q6.5 8 13 0 6.5 8 13 0M21 54q4.5 7 9 0 4.5 7 9 0" />
  </svg>
);

/** The mark of Taphouse. */
export const Mark = () => (
  <svg viewBox="0 0 64 64" class="mark" aria-hidden="true">
    <path d="M14 18h30l-3 40H17z" fill="#d98a1f" />
    <path d="M44 24h6a6 6 0 0 1 6 6v8a8 8 0 0 1-8 8h-5l.5-6H47a3 3 0 0 0 3-3v-6a1 1 0 0 0-1-1h-5.500z" fill="#8a4b12" />
    <path d="M10 16a7 7 0 0 1 9-7 9 9 0 0 1 16-2 8 8 0 0 1 13 8c0 4-3 6-6 6H16c-4 0-6-2-6-5z" fill="#fff6df" stroke="#8a4b12" stroke-width="2" />
    <path d="M22 28l1.5 22M31 28v22M39 28l-1.5 22" stroke="#f6bd5a" stroke-width="3" stroke-linecap="round" />
  </svg>
);

/** A disc, half light and half dark. */
export const Shades = () => (
  <Picture class="shades">
    <path d="M12 2a10 10 0 0 0 0 20z" />
    <circle class="stem" cx="12" cy="12" r="9.2" />
  </Picture>
);

const SIGNS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M17 5l-10 7 10 7z",
  play: "M5 5l7 7-7 7zM13 5l7 7-7 7z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5l10 7-10 7z",
  fold: "M5 9l7 7 7-7z",
  loud: "M4 9v6h4l5 4V5L8 9zM16 8.500a5 5 0 0 1 0 7M18.500 6a9 9 0 0 1 0 12",
  silent: "M4 9v6h4l5 4V5L8 9zM16 9.500l5 5M21 9.500l-5 5",
  last: "M18 5v14M5 5l9 7-9 7z",
} as const;

/** A sign on a button. */
export const Sign = ({ of }: { of: keyof typeof SIGNS }) => (
  <Picture class="sign">
    <path d={SIGNS[of]} />
  </Picture>
);
