// A field that finds things by parts of their names.

import { h } from "./dom";

const MOST = 60; // shown at once

export interface Found {
  name: string;
  note: string;
}

/** Names that hold every word of the query, in any order; those that begin with it first. */
export function matches(entries: Found[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored: { entry: Found; score: number }[] = [];
  for (const entry of entries) {
    const name = entry.name.toLowerCase();
    if (!words.every((word) => name.includes(word))) continue;
    const begins = words.length > 0 && name.startsWith(words[0]);
    const part = words.length > 0 && name.split(/[.\s_]/).some((piece) => piece === words[0]);
    scored.push({ entry, score: (begins ? 0 : 2) + (part ? 0 : 1) });
  }
  return scored.sort((a, b) => a.score - b.score).map(({ entry }) => entry);
}

export class Search {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private options: { found: Found; element: HTMLElement }[] = [];
  private active = -1;

  constructor(
    private readonly entries: Found[],
    label: string,
    private readonly choose: (name: string) => void,
  ) {
    this.list = h("ul", { id: "found", role: "listbox", "aria-label": label, hidden: true });
    this.input = h("input", {
      type: "search",
      placeholder: label,
      "aria-label": label,
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "found",
      "aria-autocomplete": "list",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => this.open(),
      onfocus: () => this.open(),
      onblur: () => this.close(),
      onkeydown: (event: KeyboardEvent) => this.key(event),
    });
    this.element = h("div", { class: "search" }, this.input, this.list);
  }

  private open(): void {
    const found = matches(this.entries, this.input.value);
    this.options = found.slice(0, MOST).map((entry, k) => ({ found: entry, element: this.option(entry, k) }));
    this.list.replaceChildren(...this.options.map(({ element }) => element));
    const rest = found.length - this.options.length;
    if (rest > 0) this.list.append(h("li", { class: "more" }, `and ${rest} more: type to narrow`));
    if (!found.length) this.list.append(h("li", { class: "more" }, "nothing has such a name"));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.point(this.input.value && this.options.length ? 0 : -1);
  }

  private close(): void {
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  private option(entry: Found, k: number): HTMLElement {
    const press = (event: Event): void => {
      event.preventDefault(); // the field keeps the focus
      this.take(k);
    };
    const attributes = { role: "option", id: `found-${k}`, title: entry.name, onpointerdown: press };
    return h("li", attributes, h("span", {}, entry.name), h("small", {}, entry.note));
  }

  private take(k: number): void {
    const chosen = this.options[k];
    if (!chosen) return;
    this.input.value = "";
    this.close();
    this.choose(chosen.found.name);
  }

  private point(k: number): void {
    this.active = k;
    this.options.forEach(({ element }, i) => element.setAttribute("aria-selected", String(i === k)));
    if (k < 0) this.input.removeAttribute("aria-activedescendant");
    else {
      this.input.setAttribute("aria-activedescendant", `found-${k}`);
      this.options[k].element.scrollIntoView({ block: "nearest" });
    }
  }

  private key(event: KeyboardEvent): void {
    const count = this.options.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (this.list.hidden) this.open();
      else if (count) this.point((this.active + (event.key === "ArrowDown" ? 1 : count - 1) + count) % count);
    } else if (event.key === "Enter") this.take(Math.max(0, this.active));
    else if (event.key === "Escape") {
      if (this.list.hidden) this.input.blur();
      this.close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
