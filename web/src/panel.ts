// The panel beside the picture: one of several pages, chosen by tabs.

import { h } from "./dom";

export interface Tab {
  id: string;
  title: string;
  content: HTMLElement;
}

export class Panel {
  readonly element = h("aside", { class: "panel", "aria-label": "Plots, bodies and what is shown" });
  onChange: () => void = () => {};
  private readonly tabs: { id: string; button: HTMLButtonElement; content: HTMLElement }[];

  constructor(tabs: Tab[]) {
    const list = h("div", { role: "tablist" });
    this.tabs = tabs.map(({ id, title, content }) => {
      const button = h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `panel-${id}`,
          onclick: () => this.open(id),
          onkeydown: (event: KeyboardEvent) => this.key(event),
        },
        title,
      );
      const page = h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, content);
      list.append(button);
      return { id, button, content: page };
    });
    this.element.append(list, ...this.tabs.map(({ content }) => content));
    this.open(tabs[0].id);
  }

  get shown(): boolean {
    return !document.body.classList.contains("alone");
  }

  open(id: string): void {
    document.body.classList.remove("alone");
    for (const tab of this.tabs) {
      const chosen = tab.id === id;
      tab.button.setAttribute("aria-selected", String(chosen));
      tab.button.tabIndex = chosen ? 0 : -1;
      tab.content.hidden = !chosen;
    }
    this.onChange();
  }

  toggle(): void {
    document.body.classList.toggle("alone");
    this.onChange();
  }

  private key(event: KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const now = this.tabs.findIndex(({ button }) => button === event.target);
    const next = this.tabs[(now + step + this.tabs.length) % this.tabs.length];
    this.open(next.id);
    next.button.focus();
    event.stopPropagation();
    event.preventDefault();
  }
}
