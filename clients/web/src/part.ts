// Parts of the page that are loaded when they are shown first: the lobby, the table, and the board of each game.

import { useEffect, useState } from "preact/hooks";

import { t } from "./words.ts";

export class Part<Value> {
  /** Null until it is loaded. */
  loaded: Value | null = null;
  #loading: Promise<Value> | null = null;
  readonly #load: () => Promise<Value>;

  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  /** Loads it, unless it is loaded or on its way. A failure is not kept. */
  load(): Promise<Value> {
    const loading = (this.#loading ??= this.#load());
    loading.then(
      (value) => (this.loaded = value),
      () => (this.#loading = null),
    );
    return loading;
  }
}

/** A part, as soon as it is loaded; or that it could not be. */
export function usePart<Value>(part: Part<Value> | null): { readonly value: Value | null; readonly error: string | null } {
  const [told, tell] = useState<{ readonly part: Part<Value>; readonly error: string | null } | null>(null);
  const value = part?.loaded ?? null;
  useEffect(() => {
    if (!part || value) return;
    part.load().then(
      () => tell({ part, error: null }),
      () => tell({ part, error: t("partUnloaded") }),
    );
  }, [part]);
  return { value, error: !value && told?.part === part ? told.error : null };
}
