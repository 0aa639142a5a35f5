// Runs in each page before all else. What a page names may be of another release than the instance that is asked for it: then the
// page is loaded anew, once, or a sentence stands in it. A page that would lose something prevents "taphouse:reload".

const YOUNG = 60_000;
const TEXTS = {
  en: "This page could not be loaded in full. A new release may be on its way: reload the page in a minute.",
  de: "Diese Seite konnte nicht ganz geladen werden. Vielleicht kommt gerade eine neue Version: Lade sie in einer Minute neu.",
};
/** Loads the page anew. Whether it may be: not twice in a row. */
const again = () => {
  if (!dispatchEvent(new Event("taphouse:reload", { cancelable: true }))) return false;
  const [navigation] = performance.getEntriesByType("navigation");
  const may = navigation?.type !== "reload" || performance.now() > YOUNG;
  if (may) location.reload();
  return may;
};
const say = () => {
  if (document.querySelector("#app > *, #graphiql > *, body > [role=alert]")) return; // the page does so itself
  const note = document.createElement("p");
  note.lang = navigator.language.startsWith("de") ? "de" : "en";
  note.role = "alert";
  note.textContent = TEXTS[note.lang];
  document.body.prepend(note);
};
addEventListener("vite:preloadError", again);
addEventListener("unhandledrejection", say);
addEventListener("error", ({ target }) => target instanceof Element && target.matches("script, [rel=stylesheet]") && (again() || say()), true);
