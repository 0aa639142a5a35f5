import { useRef, useState } from "preact/hooks";

import * as route from "../route.ts";
import { t } from "../words.ts";

/** The address of a table, to copy. Pages that are not served over https may not write to the clipboard: it is selected then. */
export function ShareLink({ gameId, text }: { gameId: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, set] = useState(false);
  const url = new URL(route.table(gameId), location.href).href;
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      set(true);
    } catch {
      set(false);
    }
  };
  return (
    <div class="share">
      <label for="share-link">{text}</label>
      <div class="row">
        <input id="share-link" ref={field} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          {copied ? t("copied") : t("copy")}
        </button>
      </div>
    </div>
  );
}
