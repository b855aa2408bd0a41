// Numbers as people read them.

/** A value to five figures, with a proper minus. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e6)
      ? value.toExponential(3)
      : size >= 99999.5
        ? value.toFixed(0)
        : value.toPrecision(5);
  const short = text.includes("e") || !text.includes(".") ? text : text.replace(/\.?0+$/, "");
  return short.replaceAll("-", "−");
}

/** A value to three figures, its unit with a prefix. */
export function prefixed(value: number, unit: string): string {
  const power = value > 0 ? Math.max(-2, Math.min(3, Math.floor(Math.log10(value) / 3))) : 0;
  return `${Number((value / 1000 ** power).toPrecision(3))} ${["µ", "m", "", "k", "M", "G"][power + 2]}${unit}`;
}

/** How many decimals tell apart times that are a thousandth of the run away from each other. */
export function decimalsOf(duration: number): number {
  return duration > 0 ? Math.max(0, Math.min(9, Math.ceil(3 - Math.log10(duration)))) : 3;
}

/** A length with the unit that suits it. */
export function length(metres: number): string {
  if (metres >= 1000) return `${trimmed(metres / 1000)} km`;
  if (metres >= 1) return `${trimmed(metres)} m`;
  if (metres >= 0.01) return `${trimmed(metres * 100)} cm`;
  return `${trimmed(metres * 1000)} mm`;
}

/** A long time in words, for runs that last hours. */
export function inWords(seconds: number): string {
  if (seconds < 120) return "";
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = days ? [`${days} d`, `${hours} h`] : hours ? [`${hours} h`, `${minutes} min`] : [];
  return parts.length ? parts.join(" ") : `${minutes} min ${Math.floor(seconds % 60)} s`;
}

function trimmed(value: number): string {
  return value >= 1e6 ? value.toExponential(0) : String(Number(value.toPrecision(3)));
}
