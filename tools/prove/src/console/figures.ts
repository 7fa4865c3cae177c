/** Figures as a page shows them, beside what the API answers. Pure. */

/** The number in an exact text, such as `12,345.5 µs` or `0.25 %`. */
export const exactNumber = (text: string): number => Number(/-?[\d,]+(\.\d+)?/.exec(text)?.[0].replaceAll(',', ''));

interface Red {
  request_count: number;
  error_rate: number;
  request_rate?: number;
  p50_micros?: number;
  p95_micros?: number;
  p99_micros?: number;
}

/** How the tiles of a range have to read, by their names, within the digits that an exact text has. */
export function expectedTiles(red: Red, seconds: number): Record<string, number | undefined> {
  return {
    rate: red.request_rate ?? red.request_count / seconds,
    errors: red.error_rate * 100,
    p50_micros: red.p50_micros,
    p95_micros: red.p95_micros,
    p99_micros: red.p99_micros,
  };
}

const EXACT = 1e-6;

/** One sentence for each figure that is not the API's. */
export function differences(shown: Record<string, number>, expected: Record<string, number | undefined>): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => value !== undefined && !(Math.abs(shown[name] - value) <= EXACT * Math.max(1, value)))
    .map(([name, value]) => `${name} is shown as ${shown[name]} and answered as ${value}`);
}
