/** Makes the median of distances from the median the standard deviation of what is normally distributed. */
const NORMAL = 1.4826;

/** Of at least one number; `spread` is a robust standard deviation. */
export function medianAndSpread(values: readonly number[]): { median: number; spread: number } {
  const median = medianOf(values);
  return { median, spread: NORMAL * medianOf(values.map((value) => Math.abs(value - median))) };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
