/** A recorded day with the faults that were injected into it, evaluated by the default rules as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { Random } from '@spanwise/telemetry/random';
import { readSet } from '../figures/recorded-set.js';
import { offsetToNow, place } from '../figures/shift.js';
import { ABSENCE_RULE, LiveEvaluator } from './live-evaluator.js';
import { endsBeforeAnother, namedCauses, pagesOf, verdicts } from './live-incidents.js';
import { burstsOf, causeFigures, faultFigures, minutesOf, pageFigures, type RecordedDay } from './measure.js';
import { startCounted } from './shop.js';

export const RECORDED_DAY = 'trainticket-2023-01-29';
/** Longer than anything fires on without telemetry. */
const MINUTES_AFTER = 15;
/** A pod is a service with two hashes behind it. */
const POD = /^(.+)-[0-9a-f]+-[0-9a-z]+$/;

interface Answers {
  faults: { pod: string; start: string; end: string }[];
  services_per_minute: { service: string; minute: string; errors: number }[];
  edges: { caller: string; callee: string }[];
}

export async function measureRecordedFaults(folder: string) {
  const set = readSet(folder, RECORDED_DAY);
  const lastMs = Date.now() - (MINUTES_AFTER + 2) * 60_000;
  const offsetNanos = offsetToNow(set.lastNanos, BigInt(lastMs) * 1_000_000n);
  const day = recordedDay(folder, Number(offsetNanos / 1_000_000_000n));
  const placed = function* () {
    for (const line of set.lines) yield place(JSON.parse(line) as TraceRequest, { offsetNanos, namespace: 'recorded' });
  };
  const shop = await startCounted(placed(), set.firstStartMicros + Number(offsetNanos / 1_000n));
  try {
    const live = await LiveEvaluator.start(shop, { passes: ['provisional', 'final'] });
    const measured = await evaluateDay(live, day);
    await live.stop();
    return measured;
  } finally {
    shop.product.stop();
  }
}

/** Every minute from the first telemetry on, until what the last has begun is over. */
async function evaluateDay(live: LiveEvaluator, day: RecordedDay) {
  const bursts = burstsOf(day.minutes);
  const [first, last] = [bursts[0]!.first, bursts[bursts.length - 1]!.last + MINUTES_AFTER];
  const faultMinutes = day.faults.map(minutesOf);
  const named = day.faults.map((): string[] => []);
  for (let minute = first; minute <= last; minute++) {
    await live.evaluate(minute + 1);
    for (const [at, minutes] of faultMinutes.entries())
      if (minutes.at(-1) === minute) named[at] = await namedCauses(live, minutes[0]! + 1, minute + 1);
  }
  // A step is named by the minute after it.
  const firing = (await verdicts(live)).flatMap(({ step, verdicts: rules }) =>
    rules
      .flatMap(({ instances }) => instances)
      .filter(({ state, verdict }) => state === 'firing' && verdict === 'breach')
      .map(({ labels }) => ({ service: labels.service ?? '', minute: step - 1 })),
  );
  const pages = (await pagesOf(live)).map(({ step, rule }) => ({ minute: step - 1, rule }));
  const endedAgain = (await endsBeforeAnother(live)).map((step) => step - 1);
  return {
    ...faultFigures(day, firing),
    ...causeFigures(day.faults, named, new Random('roots')),
    ...pageFigures(day, pages, endedAgain, ABSENCE_RULE),
  };
}

function recordedDay(folder: string, offsetSecs: number): RecordedDay {
  const file = join(folder, `${RECORDED_DAY}.answers.json.gz`);
  const answers = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Answers;
  const secsOf = (time: string) => Date.parse(time) / 1_000 + offsetSecs;
  return {
    faults: answers.faults.map(({ pod, start, end }) => ({
      service: POD.exec(pod)?.[1] ?? pod,
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
