/** A recorded day with the faults that were injected into it, judged by the default rules as they are. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { Random } from '@spanwise/telemetry/random';
import { readSet } from '../figures/recorded-set.js';
import { offsetToNow, place } from '../figures/shift.js';
import {
  burstsOf,
  faultFigures,
  minutesOf,
  type FaultFigures,
  type Firing,
  type RecordedDay,
} from './fault-measure.js';
import type { JudgedStep } from './judged-steps.js';
import { LiveEvaluator } from './live-evaluator.js';
import { endsBeforeAnother, namedCauses, tellings, verdicts } from './live-incidents.js';
import { pageFigures, rootFigures, type PageFigures, type RootFigures } from './page-measure.js';
import { startCounted } from './watched.js';

export const RECORDED_DAY = 'trainticket-2023-01-29';
const ABSENCE_RULE = 'A service sends nothing any more';
/** Longer than anything fires on without telemetry. */
const MINUTES_AFTER = 15;
/** A pod is a service with two hashes behind it. */
const POD = /^(.+)-[0-9a-f]+-[0-9a-z]+$/;

interface Answers {
  faults: { pod: string; start: string; end: string; type: string }[];
  services_per_minute: { service: string; minute: string; errors: number }[];
  edges: { caller: string; callee: string }[];
}

export const hasRecordedFaults = (folder: string): boolean => existsSync(answersFile(folder));

export interface MeasuredFaults extends FaultFigures, RootFigures, PageFigures {
  byRule: Map<string, number>;
  /** Pages by their rules. */
  toldByRule: Map<string, number>;
  /** Steps in which apm could not read all traces, so that nothing followed from anything. */
  unknownCauses: number;
}

export async function measureRecordedFaults(folder: string): Promise<MeasuredFaults> {
  const set = readSet(folder, RECORDED_DAY);
  const lastMs = Date.now() - (MINUTES_AFTER + 2) * 60_000;
  const offsetNanos = offsetToNow(set.lastNanos, BigInt(lastMs) * 1_000_000n);
  const day = recordedDay(folder, Number(offsetNanos / 1_000_000_000n));
  const watched = await startCounted(
    placed(set.lines, offsetNanos),
    set.firstStartMicros + Number(offsetNanos / 1_000n),
  );
  try {
    const live = await LiveEvaluator.start(watched, { passes: ['provisional', 'final'] });
    const measured = await livedThrough(live, day);
    await live.stop();
    return measured;
  } finally {
    watched.product.stop();
  }
}

/** Every minute from the first telemetry on, until what the last has begun is over. */
async function livedThrough(live: LiveEvaluator, day: RecordedDay): Promise<MeasuredFaults> {
  const bursts = burstsOf(day.minutes);
  const [first, last] = [bursts[0].first, bursts[bursts.length - 1].last + MINUTES_AFTER];
  const faultMinutes = day.faults.map(minutesOf);
  const named = day.faults.map((): string[] => []);
  for (let minute = first; minute <= last; minute++) {
    await live.judge(minute + 1);
    for (const [at, minutes] of faultMinutes.entries())
      if (minutes.at(-1) === minute) named[at] = await namedCauses(live, minutes[0] + 1, minute + 1);
  }
  const names = await ruleNames(live);
  const firing = firingIn(await verdicts(live), names);
  const told = (await tellings(live)).filter(({ kind }) => kind === 'triggered');
  const pages = told.map(({ step, rule }) => ({ minute: step - 1, rule }));
  const endedAgain = (await endsBeforeAnother(live)).map((step) => step - 1);
  return {
    ...faultFigures(day, firing, new Random('faults')),
    ...rootFigures(day.faults, named, new Random('roots')),
    ...pageFigures(day, pages, endedAgain, ABSENCE_RULE),
    byRule: countsBy(firing.filter(({ begins }) => begins)),
    toldByRule: countsBy(pages),
    unknownCauses: live.unknownCauses,
  };
}

function countsBy(all: readonly { rule: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule } of all) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

async function ruleNames(live: LiveEvaluator): Promise<Map<string, string>> {
  const { rows } = await live.read<{ id: string; name: string }>('select id, name from alert_rules');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function* placed(lines: readonly string[], offsetNanos: bigint): Generator<TraceRequest> {
  for (const line of lines) yield place(JSON.parse(line) as TraceRequest, { offsetNanos, namespace: 'recorded' });
}

const answersFile = (folder: string): string => join(folder, `${RECORDED_DAY}.answers.json.gz`);

function recordedDay(folder: string, offsetSecs: number): RecordedDay {
  const answers = JSON.parse(gunzipSync(readFileSync(answersFile(folder))).toString()) as Answers;
  const secsOf = (time: string) => Date.parse(time) / 1_000 + offsetSecs;
  return {
    faults: answers.faults.map(({ pod, start, end, type }) => ({
      service: POD.exec(pod)?.[1] ?? pod,
      type,
      fromSecs: secsOf(start),
      toSecs: secsOf(end),
    })),
    minutes: answers.services_per_minute.map(({ service, minute, errors }) => ({
      service,
      errors,
      minute: secsOf(minute) / 60,
    })),
    calls: answers.edges,
  };
}

/** A step is named by the minute after it. */
const firingIn = (steps: readonly JudgedStep[], names: ReadonlyMap<string, string>): Firing[] =>
  steps.flatMap(({ step, verdicts }) =>
    verdicts.flatMap(({ rule_id: id, instances }) =>
      instances
        .filter(({ state, verdict }) => state === 'firing' && verdict === 'breach')
        .map(({ labels, transitions = [] }) => ({
          rule: names.get(id) ?? id,
          service: labels.service ?? '',
          minute: step - 1,
          begins: transitions.includes('fired'),
        })),
    ),
  );
