// A face for each name: a mug of beer that looks back at you. The same name always has the same face.

const BEERS = ["#f2c63c", "#e59a2b", "#c4651f", "#8a4320", "#d9577c", "#b9c24a"];
const FOAMS = [
  "M9 14c-3-4 1-8 5-6 2-4 8-4 10 0 5-2 8 3 5 6z",
  "M8 14c0-5 3-9 11-9s11 4 11 9z",
  "M9 14c-2-2 0-5 2-4 0-4 5-4 5-1 1-5 7-5 7 0 1-3 6-2 5 1 3 0 3 3 1 4z",
  "M8 14c2-5 6-4 7-8 3 3 5 3 8 1-1 3 3 3 6 7z",
];
const EYES = [
  "M15 20v.01M23 20v.01",
  "M13.5 20.5q1.5-2 3 0M21.5 20.5q1.5-2 3 0",
  "M13.5 20h3M23 20v.01",
  "M13 18l3 1.5M25 18l-3 1.5M15 21v.01M23 21v.01",
];
const MOUTHS = [
  "M15 26q4 4 8 0",
  "M16 27h6",
  "M17 26a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  "M13 26q3-2.5 6 0 3-2.5 6 0",
  "M15 28q4-3 8 0",
];

/** Numbers that a name always gives again, one after another. */
function dealt(name: string): (size: number) => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (size) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    return (state >>> 8) % size;
  };
}

export function Avatar({ name, seat }: { name: string; seat: number }) {
  const deal = dealt(name);
  const one = (of: readonly string[]) => of[deal(of.length)];
  return (
    <svg viewBox="0 0 40 40" class={`avatar seat-${seat}`} aria-hidden="true" focusable="false">
      <circle class="ground" cx="20" cy="20" r="20" />
      <path class="handle" d="M28 18h3a3 3 0 0 1 3 3v4a5 5 0 0 1-5 5h-1" />
      <path d="M10 13h18v18a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3z" fill={one(BEERS)} />
      <path class="foam" d={one(FOAMS)} />
      <path class="face" d={`${one(EYES)}${one(MOUTHS)}`} />
    </svg>
  );
}
