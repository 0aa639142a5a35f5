import { render } from "preact";

import { resume } from "./account/account.ts";
import { App, prepare } from "./app.tsx";
import { parse } from "./route.ts";
import { applyTheme } from "./theme.ts";
import { speak } from "./words.ts";

import "./styles/base.css";
import "./styles/people.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/phone.css";
import "./styles/victory.css";
import "./styles/around.css";
import "./styles/following.css";
import "./styles/cards.css";
import "./styles/guide.css";

/** After so many ms, the page may be of an earlier release, and the files that it has not loaded yet may be gone. */
const OLD = 60_000;
/** How long, in ms, the page waits for an identity provider that says nothing. What it answers later counts as well. */
const PATIENCE = 5_000;

applyTheme();
const root = document.getElementById("app");
const signedIn = Promise.race([resume(), new Promise((go) => setTimeout(go, PATIENCE))]);
void Promise.all([speak(), signedIn, prepare(parse(location.hash))]).then(() => root && render(<App />, root));
addEventListener("vite:preloadError", () => navigator.onLine && performance.now() > OLD && location.reload());
// There is none without TLS, but on this machine; and while one develops, the pages are not built.
if (import.meta.env.PROD) navigator.serviceWorker?.register("./service-worker.js").catch(() => {}); // where nothing is kept
