import { render } from "preact";

import { resume } from "./account/account.ts";
import { App } from "./app.tsx";
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
import "./games/dank_and_draft/board.css";
import "./games/pint_craft/cards.css";
import "./games/pint_craft/board.css";
import "./games/brew_crafters/board.css";
import "./games/brew_crafters/brewery.css";

applyTheme();
const root = document.getElementById("app");
void Promise.all([speak(), resume()]).then(() => root && render(<App />, root));
// There is none without TLS, but on this machine; and while one develops, the pages are not built.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("./service-worker.js");
