// Values between samples.

export interface Place {
  index: number; // the last sample at or before the time
  fraction: number; // of the way to the next one
}

/** Where a time lies among samples; of samples at one time, before and after a change, the later. */
export function placeOf(times: Float64Array, time: number): Place {
  const last = times.length - 1;
  if (!(time > times[0])) return { index: lastAt(times, 0), fraction: 0 };
  if (time >= times[last]) return { index: last, fraction: 0 };
  let low = 0;
  let high = last; // times[low] <= time < times[high]
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return { index: low, fraction: (time - times[low]) / (times[high] - times[low]) };
}

function lastAt(times: Float64Array, index: number): number {
  while (index + 1 < times.length && times[index + 1] === times[index]) index++;
  return index;
}

/** Numbers between samples, of a table with `width` numbers for each sample, by straight lines. */
export function valuesAt(
  table: Float64Array,
  width: number,
  { index, fraction }: Place,
  values: number[] = new Array(width),
): number[] {
  const here = index * width;
  const next = fraction > 0 ? here + width : here;
  for (let k = 0; k < width; k++)
    values[k] = table[here + k] + fraction * (table[next + k] - table[here + k]);
  return values;
}

/** The attitude (w, x, y, z) between samples, along the shorter way round. */
export function attitudeAt(table: Float64Array, { index, fraction }: Place): number[] {
  const a = 4 * index;
  const b = fraction > 0 ? a + 4 : a;
  let cosine = 0;
  for (let k = 0; k < 4; k++) cosine += table[a + k] * table[b + k];
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const small = sine < 1e-6;
  const first = small ? 1 - fraction : Math.sin((1 - fraction) * angle) / sine;
  const second = sign * (small ? fraction : Math.sin(fraction * angle) / sine);
  const q = [0, 0, 0, 0];
  let norm = 0;
  for (let k = 0; k < 4; k++) {
    q[k] = first * table[a + k] + second * table[b + k];
    norm += q[k] * q[k];
  }
  norm = Math.sqrt(norm) || 1;
  return q.map((entry) => entry / norm);
}
