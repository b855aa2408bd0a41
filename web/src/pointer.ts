// Mouse and fingers on the picture: one turns, two or the right button move, wheel and pinch zoom.

export interface Handling {
  turn(right: number, down: number): void; // radians
  slide(right: number, up: number): void; // parts of the picture's height
  zoom(factor: number): void;
  tap(x: number, y: number, twice: boolean): void; // pixels within the element
}

const TAP = 4; // pixels that a tap may move
const TWICE = 350; // ms

export function handlePointers(element: HTMLElement, handling: Handling): void {
  const held = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let tapped = -Infinity;

  const spread = (): number => {
    const [a, b] = [...held.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };

  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (held.size === 1) travelled = 0;
  });

  element.addEventListener("pointermove", (event) => {
    const finger = held.get(event.pointerId);
    if (!finger) return;
    const before = held.size === 2 ? spread() : 0;
    const right = event.clientX - finger.x;
    const down = event.clientY - finger.y;
    travelled += Math.hypot(right, down);
    finger.x = event.clientX;
    finger.y = event.clientY;
    const height = element.clientHeight || 1;
    const moving = event.buttons === 2 || event.buttons === 4 || event.shiftKey;
    if (held.size === 2) {
      if (before > 0) handling.zoom(before / Math.max(1, spread()));
      handling.slide(-right / height / 2, down / height / 2); // each finger does half
    } else if (moving) handling.slide(-right / height, down / height);
    else handling.turn((right / height) * Math.PI, (down / height) * Math.PI);
  });

  const release = (event: PointerEvent): void => {
    const single = held.size === 1;
    if (!held.delete(event.pointerId) || !single || event.type === "pointercancel") return;
    if (travelled > TAP || event.button !== 0) return;
    const box = element.getBoundingClientRect();
    const twice = event.timeStamp - tapped < TWICE;
    tapped = twice ? -Infinity : event.timeStamp;
    handling.tap(event.clientX - box.left, event.clientY - box.top, twice);
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 30 : 1;
      handling.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * lines * 0.0012))));
    },
    { passive: false },
  );
}
