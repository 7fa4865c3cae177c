/** Rows of a trace: which spans are shown, and where their bars lie. Pure. */
import type { Schemas } from '@spanwise/api-client/client';

export type TraceSpan = Schemas['TraceSpan'];
export type TraceDetail = Schemas['TraceDetail'];

export interface Row {
  span: TraceSpan;
  /** Of `spanKeys`. */
  key: string;
  /** Spans below it, shown or not. */
  below: number;
  /** Both as shares of the whole trace. */
  left: number;
  width: number;
  matches: boolean;
}

export interface Shown {
  /** Keys of spans whose children are folded away. */
  folded: ReadonlySet<string>;
  /** In the name of a span, its service or its id; everything matches an empty text. */
  find: string;
  /** Spans shorter than this share of the trace are left out, with what lies below them. */
  shortest: number;
}

/** Of every span the number of spans below it; the spans come parents first, by `depth`. */
export function countsBelow(spans: readonly Pick<TraceSpan, 'depth'>[]): number[] {
  const counts = spans.map(() => 0);
  const above: number[] = [];
  for (const [at, { depth }] of spans.entries()) {
    while (above.length > 0 && spans[above.at(-1)!]!.depth >= depth) above.pop();
    for (const parent of above) counts[parent]!++;
    above.push(at);
  }
  return counts;
}

/** Unique keys of the spans: their ids, with a number behind the second of a call whose client and server share one (Zipkin). */
export function spanKeys(spans: readonly Pick<TraceSpan, 'span_id'>[]): string[] {
  const seen = new Set<string>();
  return spans.map(({ span_id: id }) => {
    let key = id;
    for (let n = 2; seen.has(key); n++) key = `${id}.${n}`;
    seen.add(key);
    return key;
  });
}

const isFound = ({ operation, service, span_id: id }: TraceSpan, find: string): boolean =>
  find === '' || `${operation}\n${service}\n${id}`.toLowerCase().includes(find.toLowerCase());

export function rowsOf(trace: TraceDetail, shown: Shown, keys = spanKeys(trace.spans)): Row[] {
  const { spans, start_ns: start, duration_ns: length } = trace;
  const below = countsBelow(spans);
  const whole = Math.max(length, 1);
  const rows: Row[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at]!;
    // What a root holds is never all too short.
    if (span.depth > 0 && span.duration_ns / whole < shown.shortest) {
      at += below[at]!;
      continue;
    }
    rows.push({
      span,
      key: keys[at]!,
      below: below[at]!,
      left: clamp((span.start_ns - start) / whole),
      width: clamp(span.duration_ns / whole),
      matches: isFound(span, shown.find),
    });
    if (shown.folded.has(keys[at]!)) at += below[at]!;
  }
  return rows;
}

const clamp = (part: number): number => Math.min(1, Math.max(0, part));

/** Marks of a time axis of `length`: round steps, at most `most` of them, the start among them. */
export function ticks(length: number, most = 6): number[] {
  if (length <= 0) return [0];
  const rough = length / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);
}
