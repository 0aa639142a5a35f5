import { useId, useRef, useState } from "preact/hooks";

import { t } from "../../words.ts";

/** An address to copy. Pages that are not served over https may not write to the clipboard: there, the browser copies what is selected. */
export function ShareLink({ to, text }: { to: string; text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [copied, set] = useState<boolean | null>(null);
  const url = new URL(to, location.href).href;
  const copy = async () => {
    field.current?.select();
    const written = navigator.clipboard?.writeText(url).then(() => true, () => false);
    set((await written) || document.execCommand("copy"));
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
      {copied === false && <p role="status">{t("copyByHand")}</p>}
    </div>
  );
}
