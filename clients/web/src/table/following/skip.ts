// While versions are played, any click or key leads to the newest one.

import { useLayoutEffect } from "preact/hooks";

import { comeHome, land } from "../flights.tsx";

const PRESSES = new Set(["Enter", " "]);

/** On the board, a click or a key that presses only skips: it was meant for what was shown before. */
export function useSkip(playing: boolean, skip: () => void): void {
  useLayoutEffect(() => {
    if (!playing) return;
    const pressed = (event: Event) => {
      const board = event.target instanceof Element && event.target.closest(".board-area") !== null;
      if (board && (!(event instanceof KeyboardEvent) || PRESSES.has(event.key))) {
        event.preventDefault();
        event.stopPropagation();
      }
      comeHome();
      land();
      skip();
    };
    for (const how of ["click", "keydown"]) addEventListener(how, pressed, true);
    return () => {
      for (const how of ["click", "keydown"]) removeEventListener(how, pressed, true);
    };
  }, [playing]);
}
