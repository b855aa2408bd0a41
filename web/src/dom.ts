// Elements in short. Text enters the page as text alone, so no name is ever read as HTML.

type Listener = (event: never) => void;
type Value = string | number | boolean | undefined | Listener;

/** An element with attributes, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      made.addEventListener(name.slice(2), value as unknown as EventListener);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else if (value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

const STROKES: Record<string, string> = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5.5v13M16 5.5v13",
  start: "M6 5.5v13M19 5.5v13L9 12z",
  loop: "M17 3.5l3 3-3 3M20 6.5H8a4 4 0 0 0-4 4v1M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4v-1",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.2v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  close: "M6 6l12 12M18 6L6 18",
  panel: "M4 5h16v14H4zM14.5 5v14",
  target: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
};

export type Icon = keyof typeof STROKES;

/** A drawn sign, which means nothing to screen readers. */
export function icon(name: Icon): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", STROKES[name]);
  svg.append(path);
  return svg;
}

/** A button that shows a sign; its words are for the pointer that rests on it and for screen readers. */
export function iconButton(name: Icon, label: string, press: () => void): HTMLButtonElement {
  return h(
    "button",
    { type: "button", class: "icon-button", title: label, "aria-label": label, onclick: press },
    icon(name),
  );
}

/** The same with another sign and other words. */
export function relabel(button: HTMLButtonElement, name: Icon, label: string): void {
  if (button.title === label) return;
  button.title = label;
  button.setAttribute("aria-label", label);
  button.replaceChildren(icon(name));
}
