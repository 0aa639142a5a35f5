import { useId, useRef, useState } from "preact/hooks";

import { t } from "../../words.ts";

/** An address to copy. Pages that are not served over https may not write to the clipboard: it is selected then. */
export function ShareLink({ to, text }: { to: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [copied, set] = useState(false);
  const url = new URL(to, location.href).href;
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
      <label for={id}>{text}</label>
      <div class="row">
        <input id={id} ref={field} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          {copied ? t("copied") : t("copy")}
        </button>
      </div>
    </div>
  );
}
