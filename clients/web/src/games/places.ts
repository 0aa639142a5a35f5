// Where moves are on the board, declared once for both directions: the place of a move, and the moves that a click may mean.

/**
 * The place of each kind of move that names a thing on the board: `recipe:{recipe}` is at the recipe that the move names.
 * `{me}` is the viewer's seat.
 */
export type Places = Readonly<Record<string, string>>;

type Moves = Readonly<Record<string, object | null | undefined>>;

const FIELD = /\{(\w+)\}/g;

/** The places of a move, given as an input of its game. */
export function placesOf(declared: Places, move: object, me: number | null): string[] {
  return Object.entries(move as Moves).flatMap(([kind, fields]) => {
    const place = declared[kind];
    const named: Readonly<Record<string, unknown>> = { me, ...fields };
    return fields && place ? [place.replace(FIELD, (_, name: string) => String(named[name]))] : [];
  });
}

/** The moves at a place, legal or not, as inputs of their game. Only what the place names is in them. */
export function movesAt(declared: Places, place: string, me: number): Record<string, Record<string, unknown>>[] {
  return Object.entries(declared).flatMap(([kind, template]) => {
    const found = new RegExp(`^${template.replace("{me}", String(me)).replace(FIELD, "(?<$1>[^:]+)")}$`).exec(place);
    if (!found) return [];
    const fields = Object.entries(found.groups ?? {}).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]);
    return [{ [kind]: Object.fromEntries(fields) as Record<string, unknown> }];
  });
}
