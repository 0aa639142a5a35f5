// What the browser keeps for the page. Where it refuses that, or has no room left, memory keeps it until the page is closed.

class Kept implements Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear" | "length"> {
  readonly #open: () => Storage;
  /** What the browser did not take: the value, or null for what it still has and should not. */
  readonly #unkept = new Map<string, string | null>();
  readonly #listeners = new Set<() => void>();

  /** What opens the storage of the browser, which may throw. */
  constructor(open: () => Storage) {
    this.#open = open;
  }

  getItem(key: string): string | null {
    return this.#unkept.get(key) ?? (this.#unkept.has(key) ? null : this.#ask((storage) => storage.getItem(key), null));
  }

  /** The value of a key that holds JSON; null if there is none. */
  read<Value>(key: string): Value | null {
    try {
      return JSON.parse(this.getItem(key) ?? "null") as Value | null;
    } catch {
      return null; // something else has written it
    }
  }

  /** Whether the browser keeps it, also when the page is closed. */
  setItem(key: string, value: string): boolean {
    return this.#change(key, value);
  }

  removeItem(key: string): void {
    this.#change(key, null);
  }

  keys(): string[] {
    const known = new Set([...this.#ask((storage) => Object.keys(storage), []), ...this.#unkept.keys()]);
    return [...known].filter((key) => this.getItem(key) !== null);
  }

  clear(): void {
    this.keys().forEach((key) => this.removeItem(key));
  }

  get length(): number {
    return this.keys().length;
  }

  /** The keys whose values are gone when the page is closed. */
  unkept(): string[] {
    return [...this.#unkept].filter(([, value]) => value !== null).map(([key]) => key);
  }

  /** Calls back after each change, also one by another window. */
  listen(changed: () => void): () => void {
    this.#listeners.add(changed);
    addEventListener("storage", changed);
    return () => {
      this.#listeners.delete(changed);
      removeEventListener("storage", changed);
    };
  }

  #ask<Value>(work: (storage: Storage) => Value, otherwise: Value): Value {
    try {
      return work(this.#open());
    } catch {
      return otherwise;
    }
  }

  #change(key: string, value: string | null): boolean {
    this.#unkept.set(key, value);
    for (const [one, now] of this.#unkept) { // there may be room again for what was not taken before
      const taken = this.#ask((storage) => (now === null ? storage.removeItem(one) : storage.setItem(one, now), true), false);
      if (taken) this.#unkept.delete(one);
    }
    for (const listener of this.#listeners) listener();
    return !this.#unkept.has(key);
  }
}

/** For all windows of this browser. */
export const kept = new Kept(() => localStorage);
/** For this window alone. */
export const keptHere = new Kept(() => sessionStorage);
