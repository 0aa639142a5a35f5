// Runs in the web table before all else, and asks for the files of its first view, which its scripts would ask for a round trip later.
// The build adds `FILES`, by the names of pages, kinds of games and languages.

/** What the browser keeps. It may refuse to say. */
const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const shared = new URLSearchParams(location.search).get("table");
const [, named, id] = location.hash.split("/");
const page = shared ? "table" : named || "home";
const [, kind] = /"kind":\s*"(\w+)"/.exec(read(`taphouse.held.${shared ?? id}`)) ?? [];
const spoken = [read("taphouse.language"), ...navigator.languages.map((tag) => tag.split("-")[0]), "en"].find((one) => FILES[one]);
for (const file of [page, kind?.toLowerCase(), spoken, `${page}.${spoken}`].flatMap((name) => FILES[name] ?? [])) {
  const style = file.endsWith(".css");
  const link = document.createElement("link");
  link.rel = style ? "preload" : "modulepreload";
  link.as = style ? "style" : "script";
  link.crossOrigin = "";
  link.href = `./assets/${file}`;
  document.head.append(link);
}
