/**
 * Compares every sample of a timeline with what the sender knows. An answer makes claims: everything acknowledged until some
 * moment is in the figures. A claim that is not true of the same answer's figures (or, for `/health`, of those of an answer
 * asked for later) is a false answer.
 */
import type { Disturbance, HealthSample, OverviewSample, Sample, Timeline } from './record.js';
import { Sums } from './sums.js';

const MINUTE_MS = 60_000;
/** A projection may be this far behind before an answer must say that it is partial (APM-23). */
const BEHIND_LIMIT_MS = 60_000;
/** Log times have steps of a millisecond. */
const STEP_MS = 2;
/** `lag_seconds` is of the moment of the last look into the log, which a working projector takes every few seconds. */
const LOOK_MS = 5_000;
/** After a disturbance the product may take this long to find itself. */
const RECOVERY_MS = 25_000;
/** A projector that stands still is found silent after this: what it had sent before may still be on its way. */
const SILENCE_MS = 1_000;
/** Bad news without a cause are false when they last. */
const LASTING_MS = 3_000;
const EXPLAINED = new Set([200, 0, 429, 503]);

export interface FalseAnswer {
  atMs: number;
  says: string;
}

/** A moment until which everything is said to be contained. */
interface Claim {
  untilMs: number;
  of: string;
}

type Figures = NonNullable<OverviewSample['figures']>;
type Says = NonNullable<HealthSample['says']>;

/** `alarms` also looks at how long news last, for which the product needs a machine of its own. */
export function falseAnswers(timeline: Timeline, { alarms } = { alarms: true }): FalseAnswer[] {
  const sent = new Sums(timeline.batches);
  const found: FalseAnswer[] = [];
  const note = (atMs: number, says: string) => found.push({ atMs, says });
  const samples = timeline.samples.toSorted((a, b) => a.askedMs - b.askedMs);
  const healths = samples.filter((sample) => sample.kind === 'health');
  const overviews = samples.filter((sample) => sample.kind === 'overview');
  for (const { kind, status, askedMs } of timeline.samples) {
    if (!EXPLAINED.has(status)) note(askedMs, `${kind} answered ${status}`);
  }
  for (const sample of healths) {
    if (sample.says !== undefined) checkHealth(timeline, sent, sample, sample.says, note);
  }
  const claimsAt = claimsUntil(timeline, healths);
  for (const sample of overviews) {
    if (sample.figures !== undefined) checkOverview(timeline, sent, sample, sample.figures, claimsAt, note);
  }
  checkOrder(overviews, note);
  if (alarms) for (const one of [overviews, healths]) checkAlarms(timeline, sent, one, note);
  checkEnd(timeline, sent, overviews, note);
  return found.toSorted((a, b) => a.atMs - b.atMs);
}

type Note = (atMs: number, says: string) => void;

function checkOverview(
  timeline: Timeline,
  sent: Sums,
  { askedMs, answeredMs }: OverviewSample,
  figures: Figures,
  claimsAt: (askedMs: number) => Claim[],
  note: Note,
): void {
  const claims = [
    { untilMs: figures.lastCompleteMs + MINUTE_MS + timeline.lateGraceMs - STEP_MS, of: 'last_complete_bucket_at' },
    ...(figures.partial ? [] : [{ untilMs: askedMs - BEHIND_LIMIT_MS - STEP_MS, of: 'partial: false' }]),
    ...claimsAt(askedMs),
  ];
  for (const { untilMs, of } of claims) {
    const missing = missingOf(sent, figures, untilMs);
    if (missing > 0) {
      note(askedMs, `${of} claims everything until ${clock(untilMs)}, and ${missing} acknowledged spans are missing`);
    }
  }
  for (const [minute, count] of figures.perMinute) {
    const most = sent.tried.get(minute)?.until(answeredMs) ?? 0;
    if (count > most) note(askedMs, `${count} spans are counted in a minute in which ${most} were sent`);
  }
  const sum = [...figures.perMinute.values()].reduce((total, count) => total + count, 0);
  if (sum !== figures.total) note(askedMs, `the total is ${figures.total} and its minutes add up to ${sum}`);
  if (figures.gaps.length > 0) note(askedMs, `a gap of ${figures.gaps[0]!.reason} where nothing was lost or late`);
}

function checkHealth(
  { disturbances }: Timeline,
  sent: Sums,
  { askedMs, answeredMs }: HealthSample,
  says: Says,
  note: Note,
): void {
  if (says.degraded !== says.reasons.length > 0) note(askedMs, '`degraded` and its reasons contradict each other');
  const late = says.gaps.filter(({ reason }) => reason === 'late_dropped').reduce((sum, gap) => sum + gap.dropped, 0);
  const least = sent.lateAcked.until(says.streamTimeMs - STEP_MS);
  const most = sent.lateTried.until(answeredMs);
  if (late < least) note(askedMs, `the gap shows ${late} late spans, and ${least} were applied`);
  if (late > most) note(askedMs, `the gap shows ${late} late spans, and ${most} were sent`);
  if (late > 0 && !says.partial) note(askedMs, 'partial: false beside a gap');
  const other = says.gaps.find(({ reason }) => reason !== 'late_dropped');
  if (other !== undefined) note(askedMs, `a gap of ${other.reason}, and nothing of that kind has happened`);
  const silent = disturbances.some(
    ({ silentToMs = 0, fromMs }) => askedMs > fromMs + SILENCE_MS && answeredMs < silentToMs,
  );
  if (silent && (says.projectorAnswers || !says.reasons.includes('projector_silent'))) {
    note(askedMs, 'the projector stands still and is said to answer');
  }
}

/** What the health answers that had arrived by a moment claim of any answer asked for later: the furthest of each kind. */
function claimsUntil({ lateGraceMs }: Timeline, healths: readonly HealthSample[]): (askedMs: number) => Claim[] {
  const made = healths
    .flatMap((sample) =>
      sample.says === undefined
        ? []
        : [{ atMs: sample.answeredMs, claims: claimsOf(sample, sample.says, lateGraceMs) }],
    )
    .toSorted((a, b) => a.atMs - b.atMs);
  const furthest = new Map<string, number>();
  let next = 0;
  let lastAskedMs = -Infinity;
  return (askedMs) => {
    if (askedMs < lastAskedMs) throw new Error('samples are compared in the order in which they were asked for');
    lastAskedMs = askedMs;
    for (; next < made.length && made[next]!.atMs <= askedMs; next++) {
      for (const { of, untilMs } of made[next]!.claims)
        furthest.set(of, Math.max(furthest.get(of) ?? -Infinity, untilMs));
    }
    return [...furthest].map(([of, untilMs]) => ({ of, untilMs }));
  };
}

function claimsOf({ askedMs }: HealthSample, says: Says, lateGraceMs: number): Claim[] {
  const claims = [
    { of: 'stream_time_at of /health', untilMs: says.streamTimeMs - STEP_MS },
    {
      of: 'last_complete_bucket_at of /health',
      untilMs: says.lastCompleteMs + MINUTE_MS + lateGraceMs - STEP_MS,
    },
  ];
  if (!says.degraded) claims.push({ of: 'degraded: false', untilMs: askedMs - BEHIND_LIMIT_MS - STEP_MS });
  // Replay is a state of its own: what lies behind it is not known yet.
  if (says.projectorAnswers && !says.replaying && says.pendingDeltas === 0)
    claims.push({ of: 'lag_seconds without pending deltas', untilMs: askedMs - says.lagSeconds * 1_000 - LOOK_MS });
  return claims;
}

/** Figures only grow: an answer asked for after another one had arrived contains at least as much. */
function checkOrder(overviews: readonly OverviewSample[], note: Note): void {
  const answered = overviews.filter(({ figures }) => figures !== undefined);
  const byArrival = answered.toSorted((a, b) => a.answeredMs - b.answeredMs);
  const seen = new Map<number, number>();
  let next = 0;
  for (const { askedMs, figures } of answered) {
    for (; next < byArrival.length && byArrival[next]!.answeredMs <= askedMs; next++) {
      for (const [minute, count] of byArrival[next]!.figures!.perMinute)
        seen.set(minute, Math.max(seen.get(minute) ?? 0, count));
    }
    for (const [minute, least] of seen) {
      const count = figures!.perMinute.get(minute) ?? 0;
      if (count < least) note(askedMs, `${count} spans in a minute for which ${least} were shown before`);
    }
  }
}

/** Refusals and bad news that last while nothing happens; a busy machine may be late for once. */
function checkAlarms(timeline: Timeline, sent: Sums, samples: readonly Sample[], note: Note): void {
  let sinceMs: number | undefined;
  for (const sample of samples) {
    const { askedMs } = sample;
    const alarm = isDisturbed(timeline, askedMs) ? undefined : alarmOf(sent, sample);
    if (alarm === undefined) sinceMs = undefined;
    else {
      sinceMs ??= askedMs;
      if (askedMs - sinceMs >= LASTING_MS) note(askedMs, `${alarm} although nothing has happened`);
    }
  }
}

function alarmOf(sent: Sums, sample: Sample): string | undefined {
  if (sample.status !== 200)
    return `${sample.kind} was answered with ${sample.status === 0 ? 'nothing' : sample.status}`;
  if (sample.kind === 'health')
    return sample.says!.degraded ? `degraded (${sample.says!.reasons.join(', ')})` : undefined;
  const { figures, askedMs } = sample;
  return figures!.partial && missingOf(sent, figures!, askedMs - LOOK_MS) === 0 ? 'partial: true' : undefined;
}

/** At the end the product is whole again. */
function checkEnd(timeline: Timeline, sent: Sums, overviews: readonly OverviewSample[], note: Note): void {
  const figures = overviews.at(-1)?.figures;
  if (figures === undefined) return note(timeline.endedMs, 'nothing is answered at the end');
  const missing = missingOf(sent, figures, timeline.endedMs);
  if (missing > 0) note(timeline.endedMs, `${missing} acknowledged spans are missing at the end`);
}

/** Acknowledged spans until the moment that the figures do not contain. */
function missingOf(sent: Sums, figures: Figures, untilMs: number): number {
  let missing = 0;
  for (const [minute, acked] of sent.acked)
    missing += Math.max(0, acked.until(untilMs) - (figures.perMinute.get(minute) ?? 0));
  return missing;
}

export const isDisturbed = ({ disturbances }: { disturbances: readonly Disturbance[] }, atMs: number): boolean =>
  disturbances.some(({ fromMs, toMs }) => atMs >= fromMs - STEP_MS && atMs <= toMs + RECOVERY_MS);

export const clock = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);
