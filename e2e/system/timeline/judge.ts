/**
 * Judges every sample of a timeline against what the sender knows. An answer makes promises: everything acknowledged until
 * some moment is in the figures. A promise that the same answer's figures (or, for `/health`, those of an answer asked for
 * later) do not keep is a lie.
 */
import type { Disturbance, HealthSample, OverviewSample, Sample, Timeline } from './record.js';
import { Sent } from './sent.js';

const MINUTE_MS = 60_000;
/** A projection may be this far behind before an answer must say that it is partial (APM-23). */
const BEHIND_LIMIT_MS = 60_000;
/** Log times have steps of a millisecond. */
const STEP_MS = 2;
/** `lag_seconds` is of the moment of the last look into the log, which a working projector takes every few seconds. */
const LOOK_MS = 5_000;
/** After a disturbance the product may take this long to find itself. */
const RECOVERY_MS = 25_000;
/** A projector that stands still is missed after this: what it had sent before may still be on its way. */
const SILENCE_MS = 1_000;
/** Bad news without a cause are a lie when they last. */
const LASTING_MS = 3_000;
const EXPLAINED = new Set([200, 0, 429, 503]);

export interface Lie {
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

/** `alarms` judges news by how long they last, for which the product needs a machine that nobody else uses. */
export function judgeTimeline(timeline: Timeline, { alarms } = { alarms: true }): Lie[] {
  const sent = new Sent(timeline.batches);
  const lies: Lie[] = [];
  const tell = (atMs: number, says: string) => lies.push({ atMs, says });
  const samples = timeline.samples.toSorted((a, b) => a.askedMs - b.askedMs);
  const healths = samples.filter((sample) => sample.kind === 'health');
  const overviews = samples.filter((sample) => sample.kind === 'overview');
  for (const { kind, status, askedMs } of timeline.samples) {
    if (!EXPLAINED.has(status)) tell(askedMs, `${kind} answered ${status}`);
  }
  for (const sample of healths) {
    if (sample.says !== undefined) judgeHealth(timeline, sent, sample, sample.says, tell);
  }
  const promises = promisesOf(timeline, healths);
  for (const sample of overviews) {
    if (sample.figures !== undefined) judgeOverview(timeline, sent, sample, sample.figures, promises, tell);
  }
  judgeOrder(overviews, tell);
  if (alarms) for (const one of [overviews, healths]) judgeAlarms(timeline, sent, one, tell);
  judgeEnd(timeline, sent, overviews, tell);
  return lies.toSorted((a, b) => a.atMs - b.atMs);
}

type Tell = (atMs: number, says: string) => void;

function judgeOverview(
  timeline: Timeline,
  sent: Sent,
  { askedMs, answeredMs }: OverviewSample,
  figures: Figures,
  promises: (askedMs: number) => Claim[],
  tell: Tell,
): void {
  const claims = [
    { untilMs: figures.lastCompleteMs + MINUTE_MS + timeline.lateGraceMs - STEP_MS, of: 'last_complete_bucket_at' },
    ...(figures.partial ? [] : [{ untilMs: askedMs - BEHIND_LIMIT_MS - STEP_MS, of: 'partial: false' }]),
    ...promises(askedMs),
  ];
  for (const { untilMs, of } of claims) {
    const missing = missingOf(sent, figures, untilMs);
    if (missing > 0) {
      tell(askedMs, `${of} promises everything until ${clock(untilMs)}, and ${missing} acknowledged spans are missing`);
    }
  }
  for (const [minute, count] of figures.perMinute) {
    const most = sent.triedUntil(minute, answeredMs);
    if (count > most) tell(askedMs, `${count} spans are counted in a minute in which ${most} were sent`);
  }
  const sum = [...figures.perMinute.values()].reduce((total, count) => total + count, 0);
  if (sum !== figures.total) tell(askedMs, `the total is ${figures.total} and its minutes add up to ${sum}`);
  if (figures.gaps.length > 0) tell(askedMs, `a gap of ${figures.gaps[0].reason} where nothing was lost or late`);
}

function judgeHealth(
  { disturbances }: Timeline,
  sent: Sent,
  { askedMs, answeredMs }: HealthSample,
  says: Says,
  tell: Tell,
): void {
  if (says.degraded !== says.reasons.length > 0) tell(askedMs, '`degraded` and its reasons contradict each other');
  const late = says.gaps.filter(({ reason }) => reason === 'late_dropped').reduce((sum, gap) => sum + gap.dropped, 0);
  const least = sent.lateAcked.until(says.streamTimeMs - STEP_MS);
  const most = sent.lateTried.until(answeredMs);
  if (late < least) tell(askedMs, `the gap shows ${late} late spans, and ${least} were applied`);
  if (late > most) tell(askedMs, `the gap shows ${late} late spans, and ${most} were sent`);
  if (late > 0 && !says.partial) tell(askedMs, 'partial: false beside a gap');
  const other = says.gaps.find(({ reason }) => reason !== 'late_dropped');
  if (other !== undefined) tell(askedMs, `a gap of ${other.reason}, and nothing of that kind has happened`);
  const silent = disturbances.some(
    ({ silencesProjector, fromMs, toMs }) =>
      silencesProjector && askedMs > fromMs + SILENCE_MS && answeredMs < (toMs ?? Infinity),
  );
  if (silent && (says.projectorAnswers || !says.reasons.includes('projector_silent'))) {
    tell(askedMs, 'the projector stands still and is said to answer');
  }
}

/** What the health answers that had arrived by a moment have promised of any answer asked for later: the furthest of each kind. */
function promisesOf({ lateGraceMs }: Timeline, healths: readonly HealthSample[]): (askedMs: number) => Claim[] {
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
    if (askedMs < lastAskedMs) throw new Error('samples are judged in the order in which they were asked for');
    lastAskedMs = askedMs;
    for (; next < made.length && made[next].atMs <= askedMs; next++) {
      for (const { of, untilMs } of made[next].claims)
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
function judgeOrder(overviews: readonly OverviewSample[], tell: Tell): void {
  const answered = overviews.filter(({ figures }) => figures !== undefined);
  const byArrival = answered.toSorted((a, b) => a.answeredMs - b.answeredMs);
  const seen = new Map<number, number>();
  let next = 0;
  for (const { askedMs, figures } of answered) {
    for (; next < byArrival.length && byArrival[next].answeredMs <= askedMs; next++) {
      for (const [minute, count] of byArrival[next].figures!.perMinute)
        seen.set(minute, Math.max(seen.get(minute) ?? 0, count));
    }
    for (const [minute, least] of seen) {
      const count = figures!.perMinute.get(minute) ?? 0;
      if (count < least) tell(askedMs, `${count} spans in a minute for which ${least} were shown before`);
    }
  }
}

/** Refusals and bad news that last while nothing happens; a busy machine may be late for once. */
function judgeAlarms(timeline: Timeline, sent: Sent, samples: readonly Sample[], tell: Tell): void {
  let sinceMs: number | undefined;
  for (const sample of samples) {
    const { askedMs } = sample;
    const alarm = isDisturbed(timeline, askedMs) ? undefined : alarmOf(sent, sample);
    if (alarm === undefined) sinceMs = undefined;
    else {
      sinceMs ??= askedMs;
      if (askedMs - sinceMs >= LASTING_MS) tell(askedMs, `${alarm} although nothing has happened`);
    }
  }
}

function alarmOf(sent: Sent, sample: Sample): string | undefined {
  if (sample.status !== 200)
    return `${sample.kind} was answered with ${sample.status === 0 ? 'nothing' : sample.status}`;
  if (sample.kind === 'health')
    return sample.says!.degraded ? `degraded (${sample.says!.reasons.join(', ')})` : undefined;
  const { figures, askedMs } = sample;
  return figures!.partial && missingOf(sent, figures!, askedMs - LOOK_MS) === 0 ? 'partial: true' : undefined;
}

/** At the end the product is whole again. */
function judgeEnd(timeline: Timeline, sent: Sent, overviews: readonly OverviewSample[], tell: Tell): void {
  const figures = overviews.at(-1)?.figures;
  if (figures === undefined) return tell(timeline.endedMs, 'nothing is answered at the end');
  const missing = missingOf(sent, figures, timeline.endedMs);
  if (missing > 0) tell(timeline.endedMs, `${missing} acknowledged spans are missing at the end`);
}

/** Acknowledged spans until the moment that the figures do not contain. */
function missingOf(sent: Sent, figures: Figures, untilMs: number): number {
  let missing = 0;
  for (const minute of sent.minutes) {
    missing += Math.max(0, sent.ackedUntil(minute, untilMs) - (figures.perMinute.get(minute) ?? 0));
  }
  return missing;
}

export const isDisturbed = ({ disturbances }: { disturbances: Disturbance[] }, atMs: number): boolean =>
  disturbances.some(({ fromMs, toMs }) => atMs >= fromMs - STEP_MS && atMs <= (toMs ?? Infinity) + RECOVERY_MS);

export const clock = (atMs: number): string => new Date(atMs).toISOString().slice(11, 23);
