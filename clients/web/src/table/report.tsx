// The way to a report. Its form is loaded when it is opened.

import { Part, usePart } from "../part.ts";
import { withWords } from "../words.ts";
import type { ReportProps } from "./reporting.tsx";

const FORM = new Part(() => withWords(import("./reporting.tsx"), "seldom"));

export function Report(props: ReportProps) {
  const { value, error } = usePart(FORM);
  if (value) return <value.Reporting {...props} />;
  return error === null ? null : (
    <p class="problem" role="alert">
      {error}
    </p>
  );
}
