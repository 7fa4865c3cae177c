/** Figures of rules beside those that are computed from the spans themselves, and beside the answers of the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  RED_FIGURES,
  type RedFigure,
  type RedLabel,
  type RedSelector,
} from '@spanwise/contracts/alerting/alert-conditions';
import type { MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import type { ApmQuery, RedSummary } from '@spanwise/contracts/apm/apm';
import { Dependencies } from '../apm/dependencies/dependencies.js';
import { ErrorGroups } from '../apm/errors/errors.js';
import { Lists } from '../apm/paging/list.js';
import { Figures, MINUTE, type Request } from '../apm/queries.fixture.js';
import { Services } from '../apm/services/services.js';
import { Transactions } from '../apm/transactions/transactions.js';
import { randomOf } from '../apm/versions/simulated-traffic.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measuredOne, measuresOver } from './alerts.fixture.js';

const WINDOW = 7;
const random = randomOf(17);
const pick = <Value>(...values: Value[]): Value => values[Math.floor(random() * values.length)]!;

let figures: Figures;
let measures: AlertMeasures;
let step: number;
/** All that was sent, in the window and around it. */
let sent: Required<
  Pick<Request, 'service' | 'environment' | 'version' | 'kind' | 'route' | 'atMicros' | 'durationMicros'>
>[] &
  Request[];

beforeAll(async () => {
  figures = await Figures.start();
  measures = measuresOver(figures);
  step = finalStep(figures);
  sent = Array.from({ length: 900 }, () => ({
    service: pick('cart', 'pay', "o'brien"),
    environment: pick('prod', 'test'),
    version: pick('1', '2'),
    kind: pick(2, 2, 3),
    route: pick('/a', '/b'),
    attributes: { 'server.address': pick('db', 'mail') },
    atMicros: (step - WINDOW - 2) * MINUTE + Math.floor(random() * (WINDOW + 4) * MINUTE),
    durationMicros: Math.floor(random() ** 4 * 3_000_000),
    ...(random() < 0.2 && { error: { type: pick('Broken', 'Refused'), message: 'm' } }),
  }));
  await figures.record(sent);
});
afterAll(() => figures.stop());

const inWindow = ({ atMicros }: { atMicros: number }) =>
  atMicros >= (step - WINDOW) * MINUTE && atMicros < step * MINUTE;

/** A label of a request that was sent, as series of the subject have it. */
function labelOf(request: (typeof sent)[number], label: RedLabel): string {
  if (label === 'service' || label === 'environment' || label === 'version') return request[label];
  if (label === 'namespace') return 'default';
  if (label === 'transaction') return `GET ${request.route}`;
  return String(request.attributes!['server.address']);
}

/** Nearest rank of the durations themselves. */
function quantile(durations: number[], q: number): number {
  return durations.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(q * durations.length) - 1)]!;
}

function expectedOf(figure: RedFigure, requests: (typeof sent)[number][]): number | null {
  const durations = requests.map(({ durationMicros }) => durationMicros);
  const failed = requests.filter(({ error }) => error !== undefined).length;
  const satisfied = requests.filter((one) => one.error === undefined && one.durationMicros <= 500_000).length;
  const tolerated = requests.filter(
    (one) => one.error === undefined && one.durationMicros > 500_000 && one.durationMicros <= 2_000_000,
  ).length;
  const values: Record<RedFigure, () => number> = {
    count: () => requests.length,
    rate: () => requests.length / (WINDOW * 60),
    error_count: () => failed,
    error_rate: () => failed / requests.length,
    average: () => Math.round(durations.reduce((sum, one) => sum + one, 0) / requests.length),
    p50: () => quantile(durations, 0.5),
    p95: () => quantile(durations, 0.95),
    p99: () => quantile(durations, 0.99),
    max: () => Math.max(...durations),
    apdex: () => (satisfied + tolerated / 2) / requests.length,
  };
  return values[figure]();
}

const SELECTIONS: Omit<RedSelector, 'figure'>[] = [
  { of: 'service', filters: {}, group_by: ['service', 'namespace', 'environment'] },
  { of: 'service', filters: {}, group_by: ['version'] },
  { of: 'service', filters: {}, group_by: [] },
  { of: 'service', filters: { service: "o'brien", environment: 'prod' }, group_by: ['service'] },
  { of: 'transaction', filters: {}, group_by: ['service', 'namespace', 'environment', 'transaction'] },
  { of: 'transaction', filters: { transaction: 'GET /b', version: '2' }, group_by: ['service', 'version'] },
  { of: 'dependency', filters: {}, group_by: ['service', 'namespace', 'environment', 'dependency'] },
  { of: 'dependency', filters: { dependency: 'mail' }, group_by: ['environment'] },
];

describe('the figures of a rule over requests (ALERT-10)', () => {
  const cases = SELECTIONS.flatMap((selection) => RED_FIGURES.map((figure) => ({ ...selection, figure })));

  it.each(cases)('$figure of $of by $group_by with $filters is that of the spans', async (selector) => {
    const { instances } = await measuredOne(measures, { type: 'red', ...selector }, step, WINDOW);
    const requests = sent
      .filter(inWindow)
      .filter(({ kind }) => (kind === 3) === (selector.of === 'dependency'))
      .filter((one) =>
        Object.entries(selector.filters).every(([label, value]) => labelOf(one, label as RedLabel) === value),
      );
    const groups = new Map<string, (typeof sent)[number][]>();
    for (const one of requests) {
      const labels = JSON.stringify(
        Object.fromEntries(selector.group_by.toSorted().map((label) => [label, labelOf(one, label)])),
      );
      groups.set(labels, [...(groups.get(labels) ?? []), one]);
    }
    const inOrder = (labels: Record<string, string>) =>
      JSON.stringify(Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))));
    expect(instances.map(({ labels }) => inOrder(labels))).toEqual([...groups.keys()].sort());
    for (const { labels, value, samples } of instances) {
      const members = groups.get(inOrder(labels))!;
      const expected = expectedOf(selector.figure, members)!;
      expect(samples).toBe(members.length);
      if (selector.figure.startsWith('p')) expect(Math.abs(value! / expected - 1)).toBeLessThan(0.01);
      else expect(value).toBeCloseTo(expected, 12);
    }
  });

  it.each([
    ['error_rate', [0, 1]],
    ['p50', [0.25, 0.75]],
    ['p95', [0.85, 1]],
  ] as const)(
    '%s lies between the ends of its interval, which are nearer with less certainty (ALERT-171)',
    async (figure, [least, most]) => {
      const of = { type: 'red', of: 'service', figure, filters: {}, group_by: ['service'] } as const;
      const [sure, hardly] = await Promise.all(
        [0.999, 0.8].map(
          async (confidence) =>
            (await measuredOne(measures, { ...of, group_by: ['service'], confidence }, step, WINDOW)).instances,
        ),
      );
      expect(sure).toHaveLength(3);
      for (const [at, { labels, value, interval }] of sure!.entries()) {
        const [low, high] = [hardly![at]!.interval![0]!, hardly![at]!.interval![1] ?? Infinity];
        expect(interval![0]!).toBeLessThan(low);
        expect(low).toBeLessThanOrEqual(value!);
        expect(high).toBeGreaterThanOrEqual(value!);
        expect(interval![1] ?? Infinity).toBeGreaterThanOrEqual(high);
        if (figure === 'error_rate') continue;
        const durations = sent
          .filter(inWindow)
          .filter(({ kind, service }) => kind === 2 && service === labels.service)
          .map(({ durationMicros }) => durationMicros);
        expect(low).toBeGreaterThan(quantile(durations, least) * 0.99);
        if (high !== Infinity) expect(high).toBeLessThan(quantile(durations, most) * 1.01);
      }
    },
  );

  it('is as certain as by the longer time that is asked for, and counts its failures (ALERT-171)', async () => {
    const of = { type: 'red', of: 'service', figure: 'error_rate', filters: {}, group_by: [], min_errors: 1 } as const;
    const measuredOver = async (change: object, minutes: number) =>
      (await measuredOne(measures, { ...of, group_by: [], confidence: 0.99, ...change }, step, minutes)).instances[0];
    const [alone, evident, whole] = await Promise.all([
      measuredOver({}, 1),
      measuredOver({ evidence_secs: WINDOW * 60 }, 1),
      measuredOver({}, WINDOW),
    ]);
    expect(evident!.value).toBe(alone!.value);
    expect(evident!.errors).toBe(whole!.errors);
    expect(evident!.interval![0]).toBe(Math.max(alone!.interval![0]!, whole!.interval![0]!));
    expect(evident!.interval![0]!).toBeGreaterThan(alone!.interval![0]!);
  });

  const summaryOf: Record<RedFigure, (red: RedSummary) => number | undefined> = {
    count: (red) => red.request_count,
    rate: (red) => red.request_rate,
    error_count: (red) => red.error_count,
    error_rate: (red) => red.error_rate,
    average: (red) => red.duration_average_micros,
    p50: (red) => red.p50_micros,
    p95: (red) => red.p95_micros,
    p99: (red) => red.p99_micros,
    max: (red) => red.max_micros,
    apdex: (red) => red.apdex,
  };
  const query = (): ApmQuery => ({
    from: (step - WINDOW) * MINUTE,
    to: step * MINUTE,
    resolution: 'minute',
    limit: 200,
  });

  const lists = () => new Lists(figures.reads, figures.config);
  /** What the API answers of the same range, by the labels of a rule's instances. */
  const shown: Record<RedSelector['of'], () => Promise<[string, RedSummary][]>> = {
    service: async () =>
      (await new Services(lists(), figures.incidents).list(query(), figures.contextOf())).items.map(
        ({ service, red }) => [
          nameOf({ service: service.name, namespace: service.namespace, environment: service.environment }),
          red,
        ],
      ),
    transaction: async () =>
      (await new Transactions(lists()).list(query(), figures.contextOf())).items.map(
        ({ service, transaction, red }) => [
          nameOf({
            service: service.name,
            namespace: service.namespace,
            environment: service.environment,
            transaction: transaction.name,
          }),
          red,
        ],
      ),
    dependency: async () =>
      (await new Dependencies(lists()).list(query(), figures.contextOf())).items.map(({ service, dependency, red }) => [
        nameOf({
          service: service.name,
          namespace: service.namespace,
          environment: service.environment,
          dependency: dependency.target,
        }),
        red,
      ]),
    error_group: async () =>
      (await new ErrorGroups(lists()).list(query(), figures.contextOf())).items.map(({ service, error, red }) => [
        nameOf({ service: service.name, namespace: service.namespace, error_fingerprint: error.fingerprint }),
        red,
      ]),
  };
  const nameOf = (labels: Record<string, string>) =>
    Object.entries(labels)
      .sort()
      .map((label) => label.join('='))
      .join();

  it.each(RED_FIGURES.flatMap((figure) => (Object.keys(shown) as RedSelector['of'][]).map((of) => ({ figure, of }))))(
    '$figure of each $of is exactly what the API shows',
    async ({ figure, of }) => {
      const identity: RedLabel[] =
        of === 'error_group'
          ? ['service', 'namespace', 'error_fingerprint']
          : ['service', 'namespace', 'environment', ...(of === 'service' ? [] : [of])];
      const { instances } = await measuredOne(
        measures,
        { type: 'red', of, figure, filters: {}, group_by: identity },
        step,
        WINDOW,
      );
      const byName = new Map(instances.map(({ labels, value }) => [nameOf(labels), value]));
      const expected = new Map((await shown[of]()).map(([name, red]) => [name, summaryOf[figure](red)]));
      expect(expected.size).toBeGreaterThan(3);
      expect(byName).toEqual(expected);
    },
  );
});

describe('the traces of an instance', () => {
  const tracesOf = async (figure: RedFigure, of: RedSelector['of'] = 'service'): Promise<MeasuredInstance[]> =>
    (await measuredOne(measures, { type: 'red', of, figure, filters: {}, group_by: ['service'] }, step, WINDOW))
      .instances;
  /** Traces are numbered as they were sent. */
  const requestsOf = (traceIds: string[] = []) => traceIds.map((id) => sent[Number.parseInt(id, 16) - 1]);

  it('are failed requests of that very service where the figure is about errors', async () => {
    for (const { labels, trace_ids } of await tracesOf('error_rate')) {
      const requests = requestsOf(trace_ids);
      expect(requests).toHaveLength(5);
      expect(
        requests.every((one) => one!.error !== undefined && one!.service === labels.service && inWindow(one!)),
      ).toBe(true);
    }
  });

  it('are the slowest ones of a latency, the longest first, and none of a rate', async () => {
    for (const { labels, trace_ids } of await tracesOf('p95')) {
      const own = sent.filter((one) => one.kind === 2 && one.service === labels.service && inWindow(one));
      const slowest = Math.max(...own.map(({ durationMicros }) => durationMicros));
      expect(trace_ids).toHaveLength(3);
      expect(requestsOf(trace_ids)[0]!.durationMicros).toBe(slowest);
    }
    expect((await tracesOf('rate')).every(({ trace_ids }) => trace_ids === undefined)).toBe(true);
  });
});
