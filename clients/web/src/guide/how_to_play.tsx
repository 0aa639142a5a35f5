// The guide to a game: the button that opens its panel.

import { useRef, useState } from "preact/hooks";

import { Part, usePart } from "../part.ts";
import { t } from "../words.ts";
import type { Props } from "./panel.tsx";

/** It is read by few of those who play, so it is loaded when it is opened. */
const PANEL = new Part(async () => (await import("./panel.tsx")).Panel);

/** Closes the panel that is open: there is one at most. */
let closeOther = () => {};

export function HowToPlay(props: Omit<Props, "close">) {
  const [open, show] = useState(false);
  const { value: Panel, error } = usePart(open ? PANEL : null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    show(false);
    button.current?.focus();
  };
  const toggle = () => {
    if (!open) closeOther();
    closeOther = () => show(false);
    show(!open);
  };
  return (
    <>
      <button type="button" ref={button} aria-expanded={open} onClick={toggle}>
        {t("howToPlay")}
      </button>
      {open && Panel && <Panel {...props} close={close} />}
      {open && error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
