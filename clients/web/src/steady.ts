// The second click of a double click does not press what the first one has brought under the pointer.

/** For so many ms, what has come under a resting pointer cannot be pressed. */
const SETTLED = 400;
/** How far a pointer that rests may be from its last click, in px. */
const NEAR = 10;
const PRESSED = "button, a[href], summary";

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly on: Element | null;
  readonly said: string;
}

let last: Press | null = null;
/** When elements came, or a button got another text. */
const came = new WeakMap<Node, number>();

function arrived(node: Node | null): number {
  return node ? Math.max(came.get(node) ?? 0, arrived(node.parentNode)) : 0;
}

const isNear = ({ x, y }: Press, event: MouseEvent) => Math.hypot(event.clientX - x, event.clientY - y) < NEAR;

function clicked(event: MouseEvent): void {
  if (event.detail === 0) return; // by the keyboard
  const on = event.target instanceof Element ? event.target.closest(PRESSED) : null;
  const said = on?.textContent ?? "";
  const at = event.timeStamp;
  if (last && on && isNear(last, event) && (on !== last.on || said !== last.said) && at - Math.max(last.at, arrived(on)) < SETTLED) {
    event.preventDefault();
    event.stopImmediatePropagation();
    last = { ...last, at };
  } else last = { x: event.clientX, y: event.clientY, at, on, said };
}

export function keepSteady(): void {
  new MutationObserver((records) => {
    const now = performance.now();
    for (const { addedNodes, target } of records) {
      addedNodes.forEach((node) => came.set(node, now));
      const pressed = (target instanceof Element ? target : target.parentElement)?.closest(PRESSED);
      if (pressed) came.set(pressed, now);
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  addEventListener("click", clicked, true);
  addEventListener("pointermove", (event) => last && !isNear(last, event) && (last = null));
}
