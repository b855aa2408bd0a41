// Light or dark: as the system has it until the viewer chooses, and then as chosen.

export type Theme = "light" | "dark";
const KEY = "treetop-theme";

export class Themes {
  current: Theme;
  private readonly listeners: ((theme: Theme) => void)[] = [];

  constructor() {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const kept = remembered();
    this.current = kept ?? (system.matches ? "dark" : "light");
    this.show();
    system.addEventListener("change", () => {
      if (remembered() === null) this.set(system.matches ? "dark" : "light", false);
    });
  }

  onChange(listener: (theme: Theme) => void): void {
    this.listeners.push(listener);
  }

  set(theme: Theme, keep = true): void {
    this.current = theme;
    if (keep) remember(theme);
    this.show();
    for (const listener of this.listeners) listener(theme);
  }

  toggle(): void {
    this.set(this.current === "dark" ? "light" : "dark");
  }

  private show(): void {
    document.documentElement.dataset.theme = this.current;
  }
}

/** The value of a colour of the style sheet. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

// A page on a disk, or within a frame, may have no storage: then nothing is kept.
function remembered(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    return null;
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // the choice holds for this visit
  }
}
