// Light, dark, or as the system has it. The choice is kept in this browser.

import { kept } from "./kept.ts";

export type Theme = "system" | "light" | "dark";

const KEY = "taphouse.theme";

export function theme(): Theme {
  const chosen = kept.getItem(KEY);
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

export function applyTheme(chosen: Theme = theme()): void {
  if (chosen === "system") {
    kept.removeItem(KEY);
    delete document.documentElement.dataset["theme"];
  } else {
    kept.setItem(KEY, chosen);
    document.documentElement.dataset["theme"] = chosen;
  }
}
