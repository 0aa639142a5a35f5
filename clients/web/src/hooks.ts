import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { language } from "./words.ts";

export interface Loaded<Value> {
  readonly value: Value | null;
  readonly error: string | null;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a promise leads to; loaded again when a dependency or the language changes. Until then the last value stays. */
export function useLoaded<Value>(load: () => Promise<Value>, dependencies: readonly unknown[]): Loaded<Value> {
  const [loaded, set] = useState<Loaded<Value>>({ value: null, error: null });
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && set({ value, error: null }),
      (error: unknown) => wanted && set({ value: null, error: messageOf(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [language, ...dependencies]);
  return loaded;
}

/** A value that changes outside the components, as it is now. */
export function useOutside<Value>(read: () => Value, listen: (changed: () => void) => () => void): Value {
  const [value, set] = useState(read);
  useEffect(() => {
    const changed = () => set(read());
    const stop = listen(changed);
    changed(); // it may have changed since the first rendering
    return stop;
  }, []);
  return value;
}

const onFragment = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The fragment of the address, with its hash sign. */
export const useFragment = (): string => useOutside(() => location.hash, onFragment);

/** What a change was answered with: a problem has a message. */
export interface Answer {
  readonly __typename?: string;
  readonly message?: string;
}

/** Attempts changes, one after the other, and keeps why the last one was not made. Whether it was. */
export function useAttempt() {
  const [said, say] = useState<string | null>(null);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const made = async (work: () => Promise<Answer | undefined>): Promise<boolean> => {
    say(null);
    try {
      const answer = await work();
      say(answer?.message ?? null);
      return !answer?.message;
    } catch (error) {
      say(messageOf(error));
      return false;
    }
  };
  const attempt = (work: () => Promise<Answer | undefined>): Promise<boolean> => {
    const attempted = before.current.then(() => made(work));
    before.current = attempted;
    return attempted;
  };
  return { said, attempt };
}

/** Goes to another page once an answer has come, unless the visitor has left this one meanwhile; `instead` of it for the way back. */
export function useGoing(): (to: string, instead?: boolean) => void {
  const here = useRef(true);
  useLayoutEffect(
    () => () => {
      here.current = false;
    },
    [],
  );
  return (to, instead = false) => {
    if (!here.current) return;
    if (instead) location.replace(to);
    else location.hash = to;
  };
}

/** The title of the window, as long as a part of the page is shown; none if it is empty. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = [title, "Taphouse"].filter(Boolean).join(" - ");
    return () => {
      document.title = "Taphouse";
    };
  }, [title]);
}

/** Whether the pointer can hover: on a touch screen the first tap has to show what a thing is. */
export const canHover = () => matchMedia("(hover: hover)").matches;
export const movesLittle = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
