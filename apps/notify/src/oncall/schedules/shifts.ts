/**
 * Who is on call when (ALERT-60, ALERT-61, ALERT-62): pure, and the only place that says so, for pages, gaps, lists and
 * calendars alike. Times are microseconds of 1970; every span is from its beginning to before its end.
 */
import type { OverrideView } from '@spanwise/contracts/alerting/schedules';
import { spansOf } from '../../platform/wall-time/weekly-hours.js';
import { Handoffs, type Rotation } from './handoffs.js';

/** What of a schedule says who is on call. */
export interface Rota {
  timezone: string;
  enabled: boolean;
  /** The first one that has a user decides. */
  rotations: readonly Rotation[];
  /** They come before all rotations, and do not overlap. */
  overrides: readonly OverrideView[];
}

export interface Piece {
  from: number;
  to: number;
  /** Null where no user is on call. */
  user_id: string | null;
  rotation_id?: string;
  override_id?: string;
}

type Shift = Piece & { user_id: string };

const DAY_MICROS = 86_400_000_000;

/** The whole time from `fromMicros` to before `toMicros`, piece by piece, each ending where the next begins. */
export function coverage(rota: Rota, fromMicros: number, toMicros: number): Piece[] {
  if (fromMicros >= toMicros) return [];
  let open: Piece[] = [{ from: fromMicros, to: toMicros, user_id: null }];
  if (!rota.enabled) return open;
  const pieces: Piece[] = [];
  for (const layer of layersOf(rota, fromMicros, toMicros)) {
    open = fill(open, layer, pieces);
    // Before the next layer is expanded.
    if (open.length === 0) break;
  }
  return [...pieces, ...open].sort((one, other) => one.from - other.from);
}

/** Null for no user. */
export const onCallOf = (rota: Rota, atMicros: number): string | null =>
  coverage(rota, atMicros, atMicros + 1)[0]!.user_id;

/** Spans in which no user is on call. */
export const gapsOf = (rota: Rota, fromMicros: number, toMicros: number): Piece[] =>
  coverage(rota, fromMicros, toMicros).filter(({ user_id: user }) => user === null);

/** Shifts that touch the time, with their own beginnings and ends, so that a shift is the same in every answer. */
export function shiftsOf(rota: Rota, fromMicros: number, toMicros: number): Shift[] {
  const shifts = coverage(rota, fromMicros, toMicros).filter((piece): piece is Shift => piece.user_id !== null);
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (first?.from === fromMicros) first.from = beginningOf(rota, first, fromMicros);
  if (last?.to === toMicros) last.to = endOf(rota, last, toMicros);
  return shifts;
}

/**
 * Where the shift begins that is on at the moment. What lies before it is looked at in steps that grow: a shift may be as long
 * as a period or an override, and ends with the first piece of a layer above it.
 */
function beginningOf(rota: Rota, shift: Shift, atMicros: number): number {
  const [earliest] = longestOf(rota, shift, atMicros);
  for (let step = DAY_MICROS; ; step *= 2) {
    const from = Math.max(earliest, atMicros - step);
    const found = coverage(rota, from, atMicros + 1).at(-1)!.from;
    if (found > from || from === earliest) return found;
  }
}

function endOf(rota: Rota, shift: Shift, atMicros: number): number {
  const [, latest] = longestOf(rota, shift, atMicros - 1);
  for (let step = DAY_MICROS; ; step *= 2) {
    const to = Math.min(latest, atMicros + step);
    const found = coverage(rota, atMicros - 1, to)[0]!.to;
    if (found < to || to === latest) return found;
  }
}

/** From when to when the shift that is on at the moment would last without the layers above it. */
function longestOf({ rotations, overrides, timezone }: Rota, shift: Shift, atMicros: number): [number, number] {
  const override = overrides.find(({ id }) => id === shift.override_id);
  if (override !== undefined) return [override.start_at, override.end_at];
  const handoffs = new Handoffs(
    rotations.find(({ id }) => id === shift.rotation_id)!,
    timezone,
  );
  const number = handoffs.lastNumber(atMicros);
  return [handoffs.at(number), handoffs.at(number + 1)];
}

/** When another user is on call, or none any more. */
export interface Handoff {
  at: number;
  from_user_id: string | null;
  to_user_id: string | null;
}

/** The changes after `fromMicros` up to and with `toMicros`: what carries open incidents to the next one on call. */
export function handoffsBetween(rota: Rota, fromMicros: number, toMicros: number): Handoff[] {
  const pieces = coverage(rota, fromMicros, toMicros + 1);
  return pieces.slice(1).flatMap(({ from, user_id: to }, at) => {
    const before = pieces[at]!.user_id;
    return before === to ? [] : [{ at: from, from_user_id: before, to_user_id: to }];
  });
}

const HORIZONS_MICROS = [14, 400].map((days) => days * DAY_MICROS);

/** Who follows the user on call, after a gap too; null for no user within 400 days. */
export function nextOnCallOf(rota: Rota, atMicros: number): string | null {
  for (const horizon of HORIZONS_MICROS) {
    const [now, ...later] = coverage(rota, atMicros, atMicros + horizon);
    const next = later.find(({ user_id: user }) => user !== null && user !== now!.user_id);
    if (next !== undefined) return next.user_id;
  }
  return null;
}

export const membersOf = (rota: Pick<Rota, 'rotations'>): string[] => [
  ...new Set(rota.rotations.flatMap(({ members }) => members)),
];

/** What a schedule says to those who notify its members. */
export interface OnCallNow {
  current: string | null;
  next: string | null;
  members: string[];
}

export const onCallNowOf = (rota: Rota, atMicros: number): OnCallNow => ({
  current: onCallOf(rota, atMicros),
  next: rota.enabled ? nextOnCallOf(rota, atMicros) : null,
  members: membersOf(rota),
});

/** What is on top comes first. The pieces of a layer are in their order and do not overlap. */
function* layersOf({ timezone, rotations, overrides }: Rota, from: number, to: number): Generator<Piece[]> {
  yield overrides
    .filter(({ start_at: start, end_at: end }) => end > from && start < to)
    .toSorted((one, other) => one.start_at - other.start_at)
    .map(({ id, user_id, start_at, end_at }) => ({ from: start_at, to: end_at, user_id, override_id: id }));
  for (const rotation of rotations) yield [...rotationPieces(rotation, timezone, from, to)];
}

function* rotationPieces(rotation: Rotation, zone: string, from: number, to: number): Generator<Piece> {
  const { id, members, active_window: hours } = rotation;
  const handoffs = new Handoffs(rotation, zone);
  const spans = hours === null ? undefined : spansOf(hours, zone, from / 1_000, to / 1_000);
  let span = 0;
  let number = Math.max(0, handoffs.lastNumber(from));
  for (let start = handoffs.at(number); start < to; number++) {
    const end = handoffs.at(number + 1);
    const piece = { user_id: members[number % members.length]!, rotation_id: id };
    if (spans === undefined) {
      if (end > start) yield { from: start, to: end, ...piece };
    } else {
      for (; span < spans.length && spans[span]!.fromMs * 1_000 < end; span++) {
        const within = {
          from: Math.max(start, spans[span]!.fromMs * 1_000),
          to: Math.min(end, spans[span]!.toMs * 1_000),
        };
        if (within.from < within.to) yield { ...within, ...piece };
        if (spans[span]!.toMs * 1_000 > end) break;
      }
    }
    start = end;
  }
}

/** Puts of the layer into `pieces` what falls into the open spans, and returns what stays open. */
function fill(open: readonly Piece[], layer: readonly Piece[], pieces: Piece[]): Piece[] {
  const left: Piece[] = [];
  let at = 0;
  for (const hole of open) {
    let from = hole.from;
    while (at < layer.length && layer[at]!.to <= from) at++;
    for (let next = at; next < layer.length && layer[next]!.from < hole.to; next++) {
      const piece = layer[next]!;
      const start = Math.max(piece.from, from);
      const end = Math.min(piece.to, hole.to);
      if (start > from) left.push({ from, to: start, user_id: null });
      pieces.push({ ...piece, from: start, to: end });
      from = end;
    }
    if (from < hole.to) left.push({ from, to: hole.to, user_id: null });
  }
  return left;
}
