/** What the app keeps on the device. AsyncStorage of React Native has these methods. */
export interface Storage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
}

/** Keeps things as long as this process runs. */
export class Memory implements Storage {
  readonly #kept = new Map<string, string>();

  async getItem(key: string): Promise<string | null> {
    return this.#kept.get(key) ?? null;
  }

  async setItem(key: string, value: string): Promise<void> {
    this.#kept.set(key, value);
  }
}
