// The keyboard, and the page that says what it does.

import { h, iconButton } from "./dom";

export interface Command {
  keys: string[]; // values of KeyboardEvent.key
  shown?: string; // how they are named, where that differs
  does: string;
  act: (event: KeyboardEvent) => void;
}

const NAMES: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Listen for commands wherever nobody is typing. */
export function listen(commands: Command[]): void {
  const byKey = new Map(commands.flatMap((command) => command.keys.map((key) => [key, command])));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    const command = byKey.get(event.key);
    if (!command) return;
    event.preventDefault();
    command.act(event);
  });
}

/** Whether a key belongs to the element that has the focus. */
function typing(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement;
  if (at.matches("input[type=text], input[type=search], select, textarea")) return true;
  if (at.matches("input[type=range]")) return event.key.startsWith("Arrow") && !at.closest(".timeline");
  return at.matches("button, input, a, [role=tab]") && (event.key === " " || event.key === "Enter");
}

export class Help {
  readonly element: HTMLDialogElement;

  constructor(commands: Command[]) {
    const rows = commands.map(({ keys, shown, does }) =>
      h("tr", {}, h("td", {}, ...(shown ?? keys.map(nameOf).join(" ")).split(" ").map(key)), h("td", {}, does)),
    );
    this.element = h(
      "dialog",
      { class: "help", "aria-label": "Keys and pointer" },
      h(
        "header",
        {},
        h("h2", {}, "Keys and pointer"),
        iconButton("close", "Close", () => this.element.close()),
      ),
      h("table", {}, h("tbody", {}, ...rows)),
      h(
        "p",
        {},
        "In the picture: drag to turn, drag with the right button or two fingers to move, wheel or pinch ",
        "to zoom, tap a body to find it in the list, twice to follow it. In a plot: click to go to a ",
        "time, drag to zoom, click twice for all of it.",
      ),
    );
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  toggle(): void {
    if (this.element.open) this.element.close();
    else this.element.showModal();
  }
}

function nameOf(name: string): string {
  return NAMES[name] ?? (name.length === 1 ? name.toUpperCase() : name);
}

function key(name: string): HTMLElement {
  return h("kbd", {}, name);
}
