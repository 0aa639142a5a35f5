import { useEffect, useState } from "preact/hooks";

export interface Loaded<Value> {
  readonly value: Value | null;
  readonly error: string | null;
}

/** What a promise leads to; loaded again when a dependency changes. */
export function useLoaded<Value>(load: () => Promise<Value>, dependencies: readonly unknown[]): Loaded<Value> {
  const [loaded, set] = useState<Loaded<Value>>({ value: null, error: null });
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && set({ value, error: null }),
      (error: unknown) => wanted && set({ value: null, error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, dependencies);
  return loaded;
}

/** Whether the pointer can hover: on a touch screen the first tap has to show what a thing is. */
export const canHover = () => matchMedia("(hover: hover)").matches;
export const movesLittle = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
