/**
 * In which minutes intake was not well (ALERT-100); pure. Before the first record of a gateway nothing is known, and nothing
 * is held against it: the product has just been started, or the log is that of a former release.
 */
import { STEP_MICROS, type BadMinute } from '@spanwise/contracts/alerting/measure';

/** What one gateway said of a minute. */
export interface GatewayRow {
  minute: number;
  gatewayId: string;
  sinceMicros: number;
  /** Undefined while it goes on. */
  leftMicros: number | undefined;
  /** It refused good requests of whom it could not name. */
  hasRefusedOthers: boolean;
}

/** Of the minutes from and up to, the last one not included; `gateways` begin one minute earlier. */
export interface IntakeRecords {
  fromMinute: number;
  toMinute: number;
  /** Undefined before the first record. */
  firstMinute: number | undefined;
  gateways: readonly GatewayRow[];
  /** In which requests of the organization were refused. */
  refusedMinutes: ReadonlySet<number>;
}

/** Clients try again for longer than this: a restart in order loses nothing. */
export const MAX_UNCOVERED_MICROS = 15_000_000;
/** By the log's time; a record that has not come by then is missing. Less than rules settle without being asked (ALERT-4). */
export const RECORD_GRACE_MICROS = 20_000_000;

/** In their order, one reason each. */
export function badMinutes(records: IntakeRecords): BadMinute[] {
  const { fromMinute, toMinute, firstMinute, refusedMinutes } = records;
  if (firstMinute === undefined) return [];
  const byMinute = gatewaysByMinute(records.gateways);
  const bad: BadMinute[] = [];
  for (let minute = Math.max(fromMinute, firstMinute); minute < toMinute; minute++) {
    const alive = byMinute.get(minute) ?? [];
    const isLost = minute > firstMinute && isWithoutGateway(minute, alive, byMinute.get(minute - 1) ?? []);
    if (isLost) bad.push({ minute, reason: 'no_gateway' });
    else if (refusedMinutes.has(minute) || alive.some((one) => one.hasRefusedOthers))
      bad.push({ minute, reason: 'refusing' });
  }
  return bad;
}

/** Whether all known gateways have reported the newest minute, or had the time to. */
export function isReported(records: IntakeRecords, streamTimeMicros: number): boolean {
  const { toMinute, firstMinute } = records;
  const minute = toMinute - 1;
  if (firstMinute === undefined || firstMinute > minute) return true;
  if (streamTimeMicros >= toMinute * STEP_MICROS + RECORD_GRACE_MICROS) return true;
  const byMinute = gatewaysByMinute(records.gateways);
  const alive = byMinute.get(minute) ?? [];
  return alive.length > 0 && missing(alive, byMinute.get(minute - 1) ?? []).length === 0;
}

export function gatewaysByMinute(rows: readonly GatewayRow[]): Map<number, GatewayRow[]> {
  const minutes = new Map<number, GatewayRow[]>();
  for (const row of rows) {
    const known = minutes.get(row.minute);
    if (known === undefined) minutes.set(row.minute, [row]);
    else known.push(row);
  }
  return minutes;
}

/** Those of the minute before that have neither ended in order nor gone on. */
export const missing = (alive: readonly GatewayRow[], before: readonly GatewayRow[]): GatewayRow[] =>
  before.filter(
    ({ gatewayId, leftMicros }) => leftMicros === undefined && !alive.some((one) => one.gatewayId === gatewayId),
  );

export const isWithoutGateway = (
  minute: number,
  alive: readonly GatewayRow[],
  before: readonly GatewayRow[],
): boolean => missing(alive, before).length > 0 || longestUncovered(minute, alive) > MAX_UNCOVERED_MICROS;

/** The longest part of the minute in which no gateway was there, microseconds. */
function longestUncovered(minute: number, alive: readonly GatewayRow[]): number {
  const [startMicros, endMicros] = [minute * STEP_MICROS, (minute + 1) * STEP_MICROS];
  let longest = 0;
  let coveredTo = startMicros;
  for (const { sinceMicros, leftMicros = endMicros } of alive.toSorted((a, b) => a.sinceMicros - b.sinceMicros)) {
    longest = Math.max(longest, Math.min(sinceMicros, endMicros) - coveredTo);
    coveredTo = Math.max(coveredTo, leftMicros);
  }
  return Math.max(longest, endMicros - coveredTo);
}
