import { useEffect, useState } from "preact/hooks";

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

/** What a change was answered with: a problem has a message. */
export interface Answer {
  readonly __typename?: string;
  readonly message?: string;
}

/** Attempts a change, and keeps why it was not made. Whether it was. */
export function useAttempt() {
  const [said, say] = useState<string | null>(null);
  const attempt = async (work: () => Promise<Answer | undefined>): Promise<boolean> => {
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
  return { said, attempt };
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
