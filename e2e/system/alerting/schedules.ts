/**
 * Random schedules in many zones, the product's pieces against an oracle of `Intl` (ALERT-60 to ALERT-62). Between two
 * neighbouring moments at which either of them may change both are constant: they are compared at all of these, so that what
 * is equal there is equal always.
 */
import { coverage, type Piece, type Rota } from '@spanwise/notify/schedules/shifts';
import { ZoneOffsets } from '@spanwise/notify/wall-time/zone-offsets';
import { IntlClock } from './intl-clock.js';
import { onCallBy, possibleChanges } from './on-call-oracle.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface SchedulePlan {
  schedules: number;
  /** All that the runtime knows where it is left out. */
  zones?: readonly string[];
  fromMs: number;
  toMs: number;
  seed: number;
}

/** The whole of it, for hours: 500 schedules in every zone from 2020 to 2037. */
export const LONG_PLAN: SchedulePlan = {
  schedules: 500,
  fromMs: Date.UTC(2020, 0),
  toMs: Date.UTC(2038, 0),
  seed: 1,
};

export interface ScheduleFigures {
  zones: number;
  /** Zones of which none has the clocks of another one in this time: the others follow from them. */
  differentClocks: number;
  pairs: number;
  pieces: number;
  gaps: number;
  moments: number;
  /** At most twenty sentences. */
  faults: string[];
}

/** The product's `coverage`, or a broken one. Microseconds. */
export type Answer = (rota: Rota, fromMicros: number, toMicros: number) => Piece[];

export function proveSchedules(
  { schedules, zones, fromMs, toMs, seed }: SchedulePlan,
  answer: Answer = coverage,
  progress: (figures: ScheduleFigures) => void = () => undefined,
): ScheduleFigures {
  const names = zones ?? Intl.supportedValuesOf('timeZone');
  const figures = { zones: names.length, differentClocks: 0, pairs: 0, pieces: 0, gaps: 0, moments: 0, faults: [] };
  const different = new Map<string, IntlClock>();
  for (const zone of names) {
    const clock = new IntlClock(zone, fromMs - 800 * DAY_MS, toMs + 40 * DAY_MS);
    if (clockOfProduct(zone, clock.since[0], toMs + 40 * DAY_MS) !== clock.signature) {
      fault(figures, `${zone}: its clocks are changed at other moments than Intl says`);
    }
    if (!different.has(clock.signature)) different.set(clock.signature, clock);
  }
  figures.differentClocks = different.size;
  const random = randomOf(seed);
  for (let count = 0; count < schedules; count++) {
    const made = randomRota(random, fromMs, toMs);
    for (const clock of different.values())
      compare({ ...made, timezone: clock.zone }, clock, { fromMs, toMs }, answer, figures);
    progress(figures);
  }
  return figures;
}

/** What the product knows of a zone, as `IntlClock.signature` has it. */
function clockOfProduct(zone: string, fromMs: number, toMs: number): string {
  const offsets = ZoneOffsets.of(zone);
  const found: [number[], number[]] = [[], [offsets.offsetAt(fromMs)]];
  let at = offsets.nextChange(fromMs, toMs - fromMs);
  while (at !== undefined) {
    found[0].push(at);
    found[1].push(offsets.offsetAt(at));
    at = offsets.nextChange(at, toMs - at);
  }
  return JSON.stringify(found);
}

function compare(
  rota: Rota,
  clock: IntlClock,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  answer: Answer,
  figures: ScheduleFigures,
): void {
  const pieces = answer(rota, fromMs * 1_000, toMs * 1_000);
  figures.pairs++;
  figures.pieces += pieces.length;
  figures.gaps += pieces.filter(({ user_id: user }) => user === null).length;
  const wrong = (what: string, ms: number) =>
    fault(figures, `${clock.zone}: ${what} at ${new Date(ms).toISOString()} of ${JSON.stringify(rota)}`);
  let end = fromMs * 1_000;
  for (const { from, to } of pieces) {
    // Never two at once, never a moment of which nothing is said.
    if (from !== end || to <= from) return wrong('a piece does not begin where the last one ended', from / 1_000);
    end = to;
  }
  if (end !== toMs * 1_000) return wrong('the last piece ends too early', end / 1_000);
  const moments = Float64Array.from([
    ...pieces.map(({ from }) => from / 1_000),
    ...possibleChanges(rota, clock, fromMs, toMs),
  ]).sort();
  let at = 0;
  let last = NaN;
  for (const ms of moments) {
    if (ms === last) continue;
    last = ms;
    while (pieces[at].to <= ms * 1_000) at++;
    figures.moments++;
    const said = pieces[at].user_id;
    const right = onCallBy(rota, clock, ms);
    if (said !== right) return wrong(`${said} is on call instead of ${right}`, ms);
  }
}

function fault(figures: ScheduleFigures, sentence: string): void {
  if (figures.faults.length < 20) figures.faults.push(sentence);
}

type Random = (below: number) => number;

/** Numbers that are the same for a seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function randomRota(random: Random, fromMs: number, toMs: number): Rota {
  const rotations = Array.from({ length: 1 + random(3) }, (_, number) => ({
    id: `r${number}`,
    name: '',
    members: Array.from({ length: 1 + random(6) }, (__, member) => `${number}.${member}`),
    kind: (['daily', 'weekly', { custom: { period_secs: 3_600 * (1 + random(400)) } }] as const)[random(3)],
    active_window: random(2) === 0 ? null : randomWindow(random),
    // Up to a year before the time, and seldom within it; on whole minutes.
    first_start_at: (fromMs + (random(5) === 0 ? 1 : -1) * random(525_600) * MINUTE_MS) * 1_000,
  }));
  return { timezone: 'UTC', enabled: true, rotations, overrides: randomOverrides(random, fromMs, toMs) };
}

function randomWindow(random: Random) {
  const window = { weekday_mask: 1 + random(127), hour_start: random(25), hour_end: random(25) };
  // One without an hour is refused before it comes here.
  const isEmpty = window.hour_start === window.hour_end || (window.hour_start === 24 && window.hour_end === 0);
  return isEmpty ? { ...window, hour_start: 0, hour_end: 24 } : window;
}

function randomOverrides(random: Random, fromMs: number, toMs: number): Rota['overrides'] {
  const count = random(6);
  const share = Math.floor((toMs - fromMs) / MINUTE_MS / (count + 1));
  return Array.from({ length: count }, (_, number) => {
    const start = fromMs + (number * share + random(Math.floor(share / 2))) * MINUTE_MS;
    const length = (1 + random(Math.min(20_000, Math.floor(share / 2)))) * MINUTE_MS;
    return {
      id: `o${number}`,
      user_id: `cover ${number}`,
      start_at: start * 1_000,
      end_at: (start + length) * 1_000,
      reason: '',
    };
  });
}
