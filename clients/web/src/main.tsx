import { render } from "preact";

import { resume } from "./account/account.ts";
import { App, prepare } from "./app.tsx";
import { parse, settle } from "./route.ts";
import { forgets } from "./storage.ts";
import { keepSteady } from "./steady.ts";
import { applyTheme } from "./theme.ts";
import { keepTrue } from "./translated.ts";
import { speak } from "./words.ts";

import "./styles/base.css";
import "./styles/people.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/around.css";
import "./styles/cards.css";
import "./styles/print.css";

/** How long, in ms, the page waits for an identity provider that says nothing. What it answers later counts as well. */
const PATIENCE = 5_000;

settle();
keepTrue();
keepSteady();
applyTheme();
const root = document.getElementById("app");
const signedIn = Promise.race([resume(), new Promise((go) => setTimeout(go, PATIENCE))]);
void Promise.all([speak(), signedIn, prepare(parse(location.hash))]).then(() => {
  if (root) render(<App />, root);
  // What it keeps comes after what is shown. There is none without TLS, but on this machine; and while one develops, the pages are not built.
  if (import.meta.env.PROD) navigator.serviceWorker?.register("./service-worker.js").catch(() => {}); // where nothing is kept
});
// See reloading.js: without a network, the page goes on with what it has; and seats that only memory keeps must not be lost.
addEventListener("taphouse:reload", (event) => (!navigator.onLine || forgets() === "Seats") && event.preventDefault());
