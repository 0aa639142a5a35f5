// The REST operations, by Swagger UI. It is loaded with the page, and validates nothing elsewhere.

import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { useEffect, useRef } from "preact/hooks";

import "swagger-ui-dist/swagger-ui.css";

import { openApiUrl } from "./contents.ts";

/** All operations, with one of them open; none if it is empty. */
export function Rest({ operation }: { operation: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    SwaggerUI({
      domNode: place.current,
      url: openApiUrl,
      docExpansion: "list",
      defaultModelsExpandDepth: -1,
      displayOperationId: true,
      tryItOutEnabled: true,
      validatorUrl: null,
      persistAuthorization: false,
    });
  }, []);
  useEffect(() => whenThere("#servers", (servers) => servers.setAttribute("aria-label", "Server")), []);
  useEffect(() => {
    return operation ? whenThere(`.opblock[id$="-${CSS.escape(operation)}"]`, expand) : undefined;
  }, [operation]);
  return <div class="swagger" ref={place} />;
}

/** Calls back as soon as an element is on the page. Returns what stops the waiting. */
function whenThere(selector: string, then: (found: HTMLElement) => void): () => void {
  const look = () => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) return;
    observer.disconnect();
    then(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}

function expand(operation: HTMLElement): void {
  if (!operation.classList.contains("is-open")) operation.querySelector<HTMLElement>(".opblock-summary-control")?.click();
  operation.scrollIntoView();
}
