// A server of the store may be lost with versions of a game. The game lives, so what followed it begins again.

/** How long to wait before that at first, and at most, in ms: all who follow the game lose it at once. */
const FIRST = 500;
const LONGEST = 20_000;

/** What a stream tells, and what it tells from its beginning after each loss of versions. */
export async function* throughLosses<Told extends { readonly __typename: string }>(
  open: () => AsyncIterable<Told>,
  lost: () => void = () => {},
): AsyncGenerator<Exclude<Told, { readonly __typename: "VersionNotFound" }>, void> {
  for (let wait = FIRST, again = true; again; wait = Math.min(2 * wait, LONGEST)) {
    again = false;
    for await (const told of open()) {
      again = told.__typename === "VersionNotFound";
      if (again) break;
      wait = FIRST;
      yield told as Exclude<Told, { readonly __typename: "VersionNotFound" }>;
    }
    if (!again) return;
    lost();
    await new Promise((go) => setTimeout(go, wait * (1 - Math.random() / 2)));
  }
}
