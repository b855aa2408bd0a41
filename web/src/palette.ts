// Colours of bodies and curves, distinguished on light and on dark ground.

export const PALETTE = [
  "#5b84c4",
  "#d99a3d",
  "#3fa392",
  "#c9637c",
  "#8f78c4",
  "#74a24f",
  "#7f8ea3",
  "#cf7a4a",
  "#46a3c2",
  "#a3876a",
];

export const GROUND = "#8a919c";

export function paletteColour(index: number): string {
  return PALETTE[index % PALETTE.length];
}

/** What a body is drawn in, and marked with in lists. */
export function bodyColour(
  body: { ground?: boolean; looks: { colour: string | null }[] },
  index: number,
): string {
  const given = body.looks.find((look) => look.colour)?.colour;
  return given ?? (body.ground ? GROUND : paletteColour(index));
}
