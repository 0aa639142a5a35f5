// The page that is shown while there is no network. It goes away by itself.

import { render } from "preact";

import { applyTheme } from "../theme.ts";
import { speak, t } from "../words.ts";

import "../styles/base.css";

const again = () => location.reload();

function Offline() {
  return (
    <main class="page">
      <h1>{t("offline")}</h1>
      <p>{t("offlineText")}</p>
      <button type="button" class="primary" onClick={again}>
        {t("tryAgain")}
      </button>
    </main>
  );
}

addEventListener("online", again);
applyTheme();
const root = document.getElementById("app");
void speak().then(() => root && render(<Offline />, root));
