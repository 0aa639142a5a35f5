// Light, dark, or as the system has it. The choice is kept in this browser.

export type Theme = "system" | "light" | "dark";

const KEY = "taphouse.theme";

export function theme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyTheme(chosen: Theme = theme()): void {
  if (chosen === "system") {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset["theme"];
  } else {
    localStorage.setItem(KEY, chosen);
    document.documentElement.dataset["theme"] = chosen;
  }
}
