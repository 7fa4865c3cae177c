/** The shop's telemetry over a stretch of time, the same for the same options. */
import type { TraceRequest } from '../otlp.js';
import { Random } from '../random.js';
import { Batches } from './batches.js';
import { Fleet } from './fleet.js';
import { happen } from './flows.js';

export interface GenerateOptions {
  seed: number | string;
  /** First and last moment at which traces start, Unix time in microseconds; `toMicros` is excluded. */
  fromMicros: number;
  toMicros: number;
  /** At the height of the day; at night it is less than a third. */
  tracesPerMinute: number;
  /** How long an exporter gathers spans before it sends them; 5 unless given. */
  exportSeconds?: number;
  /** Share of the spans whose host sets its clock back while they run; 0.002 unless given. */
  clockStepChance?: number;
}

const MINUTE_MICROS = 60_000_000;
const DAY_MINUTES = 1440;

/** Requests in the order in which exporters would send them. */
export function* generate(options: GenerateOptions): Generator<TraceRequest> {
  const random = new Random(options.seed);
  const fleet = new Fleet(random, options.clockStepChance ?? 0.002);
  const batches = new Batches(options.exportSeconds ?? 5);
  for (let minute = options.fromMicros; minute < options.toMicros; minute += MINUTE_MICROS) {
    const length = Math.min(MINUTE_MICROS, options.toMicros - minute);
    for (const start of startsWithin(random, minute, length, options.tracesPerMinute)) {
      const originNanos = BigInt(start) * 1000n + BigInt(random.int(0, 999));
      yield* batches.takeUntil(originNanos);
      batches.add(happen(random, fleet, originNanos));
    }
  }
  yield* batches.takeRest();
}

function startsWithin(random: Random, fromMicros: number, lengthMicros: number, perMinute: number): number[] {
  const expected = (perMinute * loadAt(fromMicros) * lengthMicros) / MINUTE_MICROS;
  const count = Math.max(0, Math.round(expected * (0.9 + 0.2 * random.next())));
  return Array.from({ length: count }, () => random.int(fromMicros, fromMicros + lengthMicros - 1)).sort(
    (a, b) => a - b,
  );
}

/** Share of the full load, 0.3 at 03:30 UTC and 1 at 15:30 UTC. */
export function loadAt(micros: number): number {
  const minuteOfDay = (micros / MINUTE_MICROS) % DAY_MINUTES;
  return 0.65 - 0.35 * Math.cos((2 * Math.PI * (minuteOfDay - 210)) / DAY_MINUTES);
}
