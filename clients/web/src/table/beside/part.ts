// What goes on beside the log of a game: talk, and which players are there. It is loaded when the board is whole.

import { useEffect, useMemo, useState } from "preact/hooks";

import { Part, usePart } from "../../part.ts";
import { withWords } from "../../words.ts";
import type { TableSession } from "../session.ts";

const PARTS = new Part(() => withWords(import("./parts.ts")));

/** The parts and what they show; null until they are loaded, and as long as nobody wants them. */
export function useBeside(session: TableSession, wanted: boolean) {
  const parts = usePart(wanted ? PARTS : null).value;
  const [, change] = useState({});
  const beside = useMemo(() => (wanted && parts ? new parts.Beside(session, () => change({})) : null), [parts, session, wanted]);
  useEffect(() => {
    beside?.start();
    return () => beside?.stop();
  }, [beside]);
  return parts && beside && { parts, beside };
}
