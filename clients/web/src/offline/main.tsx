// The page that is shown while the service cannot be reached. It goes away by itself.

import { render } from "preact";

import { Mark } from "../art.tsx";
import { applyTheme } from "../theme.ts";
import { speak, t } from "../words.ts";

import "../styles/base.css";

const SECONDS = 3;
const again = () => location.reload();

function Offline() {
  return (
    <main class="page offline">
      <Mark />
      <h1>{t("offline")}</h1>
      <p>{t("offlineText")}</p>
      <button type="button" class="primary" onClick={again}>
        {t("tryAgain")}
      </button>
    </main>
  );
}

// The browser knows of its own network only, and not whether the service is there.
setInterval(() => void fetch("./", { method: "HEAD" }).then(again, () => undefined), SECONDS * 1000);
applyTheme();
const root = document.getElementById("app");
void speak().then(() => root && render(<Offline />, root));
