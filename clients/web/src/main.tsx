import { render } from "preact";

import { resume } from "./account/account.ts";
import { App } from "./app.tsx";
import { applyTheme } from "./theme.ts";
import { speak } from "./words.ts";

import "./styles/base.css";
import "./styles/lobby.css";
import "./styles/table.css";
import "./styles/around.css";
import "./styles/cards.css";
import "./styles/guide.css";
import "./games/dank_and_draft/board.css";
import "./games/pint_craft/board.css";
import "./games/brew_crafters/board.css";
import "./games/brew_crafters/brewery.css";

applyTheme();
const root = document.getElementById("app");
void Promise.all([speak(), resume()]).then(() => root && render(<App />, root));
