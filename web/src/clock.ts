// The time that is shown, and how it goes on.

export class Clock {
  time: number;
  playing = false;
  loop = true;
  rate: number; // seconds of the run for a second of the viewer
  readonly usualRate: number;
  private readonly listeners: (() => void)[] = [];

  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    this.time = from;
    this.usualRate = this.rate = usualRate(to - from);
  }

  get duration(): number {
    return this.to - this.from;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(time: number): void {
    if (Number.isNaN(time)) return;
    this.time = Math.min(this.to, Math.max(this.from, time));
    this.tell();
  }

  play(): void {
    if (this.time >= this.to) this.time = this.from;
    this.playing = this.duration > 0;
    this.tell();
  }

  pause(): void {
    this.playing = false;
    this.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setRate(rate: number): void {
    this.rate = rate;
    this.tell();
  }

  setLoop(loop: boolean): void {
    this.loop = loop;
    this.tell();
  }

  /** Let seconds of the viewer pass. */
  advance(seconds: number): void {
    if (!this.playing) return;
    const time = this.time + seconds * this.rate;
    if (time < this.to) this.time = time;
    else if (this.loop) this.time = this.from + ((time - this.from) % this.duration);
    else {
      this.time = this.to;
      this.playing = false;
    }
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Runs of seconds to a minute or so play in real time, others in about twenty seconds. */
function usualRate(duration: number): number {
  return duration >= 4 && duration <= 90 ? 1 : nearRound(duration / 20);
}

/** The number of the row 1, 2, 5, 10, ... that is nearest. */
export function nearRound(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const lead = value / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
