import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertCausesAsked, LabelledService } from '@spanwise/contracts/alerting/evidence';
import { Figures, MINUTE, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../apm/queries.fixture.js';
import { Snapshots } from '../apm/read/snapshot.js';
import type { Queries } from '../query/query-engine/queries.js';
import { queriesOver, StoredTelemetry } from '../query/query-engine/telemetry.fixture.js';
import { AlertCausesRead } from './causes.js';

let figures: Figures;
let telemetry: StoredTelemetry;
let queries: Queries;
let causes: AlertCausesRead;
/** The window is the five minutes before it. */
let step: number;

const calls = (service: string, peer: string, count: number, change: Request = {}): Request[] =>
  Array.from({ length: count }, () => ({
    service,
    kind: 3,
    atMicros: (step - 2) * MINUTE,
    durationMicros: 10_000,
    ...change,
    attributes: { 'peer.service': peer, ...change.attributes },
  }));
const failing = (service: string, peer: string, count: number, change: Request = {}) =>
  calls(service, peer, count, { error: { type: 'E' }, ...change });
const span = (trace: number, service: string, change: Record<string, unknown> = {}) => ({
  _timestamp: (step - 2) * MINUTE,
  trace_id: String(trace).padStart(32, '0'),
  span_id: String(trace).padStart(16, '0'),
  'service.name': service,
  'service.namespace': 'default',
  'deployment.environment.name': 'prod',
  status_code: 'ERROR',
  ...change,
});

beforeAll(async () => {
  figures = await Figures.start();
  step = Math.floor(figures.nowMicros / MINUTE) - 2;
  await figures.record([
    ...failing('web', 'cart', 3),
    ...calls('web', 'cart', 7),
    ...failing('cart', 'stock', 2),
    ...calls('cart', 'stock', 4, { atMicros: (step - 10) * MINUTE, durationMicros: 1_000 }),
    ...failing('stock', 'disk', 2),
    ...failing('disk', 'far', 2),
    ...failing('aside', 'cart', 2),
    ...failing('cart', 'stock', 5, { environment: 'staging' }),
    ...failing('web', 'before', 2, { atMicros: (step - 8) * MINUTE }),
    ...calls('web', '', 3, { attributes: { 'server.address': 'db', 'db.system.name': 'postgresql' } }),
  ]);
  telemetry = await StoredTelemetry.create();
  await telemetry.add(ORGANIZATION, 'traces', 'default', [
    span(1, 'web'),
    span(1, 'cart'),
    span(1, 'stock'),
    span(2, 'web'),
    span(2, 'cart', { status_code: 'OK' }),
    span(3, 'web'),
    // The trace goes on when the minutes are over.
    span(3, 'cart', { _timestamp: step * MINUTE + 1 }),
    span(4, 'web', { 'deployment.environment.name': 'staging' }),
    span(5, 'web', { _timestamp: (step - 6) * MINUTE + 1 }),
    span(5, 'cart', { _timestamp: (step - 6) * MINUTE + 2 }),
  ]);
  await telemetry.add(ORGANIZATION, 'traces', 'other', [span(6, 'web'), span(6, 'web', { span_id: 'b'.repeat(16) })]);
  queries = queriesOver(telemetry);
  causes = new AlertCausesRead(new Snapshots(figures.source), figures.reads, queries);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
  await figures.stop();
});

const of = (services: LabelledService[], change: Partial<AlertCausesAsked> = {}) =>
  causes.of({ organization_id: ORGANIZATION, step, window_minutes: 5, services, ...change });
const named = (...names: string[]) => names.map((service) => ({ service, environment: 'prod' }));
const ways = async (services: LabelledService[], change?: Partial<AlertCausesAsked>) =>
  (await of(services, change)).calls
    .map(({ from, to, calls: count, errors }) => `${from.service}>${to.service} ${errors}/${count}`)
    .sort();

describe('what says which failing service is the cause (ALERT-120)', () => {
  it('has the calls on ways of three at most between them, of their environment, with failures', async () => {
    expect(await ways(named('web', 'stock'))).toEqual(['cart>stock 2/2', 'web>cart 3/10']);
    expect(await ways(named('web', 'disk'))).toEqual(['cart>stock 2/2', 'stock>disk 2/2', 'web>cart 3/10']);
    // Four calls away.
    expect(await ways(named('web', 'far'))).toEqual([]);
    expect(await ways(named('web', 'before'))).toEqual([]);
    expect(await ways(named('stock', 'web').map((one) => ({ ...one, namespace: 'default' })))).toHaveLength(2);
    expect(await ways(named('stock', 'web').map((one) => ({ ...one, namespace: 'bank' })))).toEqual([]);
    expect(await ways([{ service: 'cart' }, { service: 'stock' }])).toEqual(['cart>stock 2/2', 'cart>stock 5/5']);
  });

  it('says how long the calls take, and took in the half hour before', async () => {
    const [call] = (await of(named('cart', 'stock'))).calls;
    expect(call!.p95_micros! / 10_000).toBeCloseTo(1, 1);
    expect(call!.usual_p95_micros! / 1_000).toBeCloseTo(1, 1);
    const [other] = (await of(named('web', 'cart'))).calls;
    expect(other).not.toHaveProperty('usual_p95_micros');
  });

  it('counts the failed traces of each, of all streams, and those in which another fails too', async () => {
    expect((await of(named('web', 'cart', 'stock'))).failed_traces).toEqual([
      {
        service: 0,
        traces: 4,
        shared: [
          { service: 1, traces: 2 },
          { service: 2, traces: 1 },
        ],
      },
      {
        service: 1,
        traces: 1,
        shared: [
          { service: 0, traces: 1 },
          { service: 2, traces: 1 },
        ],
      },
      {
        service: 2,
        traces: 1,
        shared: [
          { service: 0, traces: 1 },
          { service: 1, traces: 1 },
        ],
      },
    ]);
  });

  it('says so where the traces could not be read, and has the calls all the same', async () => {
    const few = queriesOver(telemetry, { maxScannedRows: 1 });
    const unread = new AlertCausesRead(new Snapshots(figures.source), figures.reads, few);
    const asked = { organization_id: ORGANIZATION, step, window_minutes: 5, services: named('web', 'cart') };
    const answer = await unread.of(asked);
    await few.ports.pool.close();
    expect(answer).toMatchObject({ failed_traces: [], traces_unknown: expect.stringContaining('scan_limit') });
    expect(answer.calls).toHaveLength(1);
  });

  it('is of its organization alone', async () =>
    expect(await of(named('web', 'cart'), { organization_id: OTHER_ORGANIZATION })).toEqual({
      calls: [],
      failed_traces: [],
    }));
});
