import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Figures, MINUTE, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../apm/queries.fixture.js';
import { Snapshots } from '../apm/read/snapshot.js';
import { AlertEvidences } from './evidence.js';

let figures: Figures;
let evidences: AlertEvidences;
/** The range is ten minutes from here. */
let from: number;
let spans = 0;

const calls = (service: string, attributes: Request['attributes']): Request => ({
  // No request has the id of a call: it would be the other side of it.
  id: 1_000 + ++spans,
  service,
  kind: 3,
  atMicros: from + MINUTE,
  attributes,
});
const failing = (type: string, count: number, change: Request = {}): Request[] =>
  Array.from({ length: count }, () => ({
    service: 'cart',
    atMicros: from + MINUTE,
    id: ++spans,
    error: { type, message: `about ${type}` },
    ...change,
  }));

beforeAll(async () => {
  figures = await Figures.start();
  evidences = new AlertEvidences(new Snapshots(figures.source), figures.reads);
  from = Math.floor(figures.nowMicros / MINUTE) * MINUTE - 120 * MINUTE;
  const orders = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' };
  await figures.record([
    ...['A', 'B', 'C', 'D', 'E', 'F'].flatMap((type, index) => failing(type, 8 - index, { version: '2' })),
    ...failing('Later', 20, { atMicros: from + 11 * MINUTE }),
    ...failing('Elsewhere', 20, { service: 'pay' }),
    { service: 'cart', version: '1', atMicros: from - 300 * MINUTE },
    { service: 'cart', version: '0', atMicros: from - 31 * MINUTE },
    { service: 'cart', version: '3', atMicros: from + 39 * MINUTE },
    calls('web', { 'peer.service': 'cart' }),
    calls('cart', { 'peer.service': 'stock' }),
    calls('cart', { 'server.address': 'db', 'db.system.name': 'postgresql' }),
    calls('pay', { 'peer.service': 'bank' }),
    { ...calls('cart', orders), kind: 4, name: 'send orders' },
    { ...calls('billing', orders), kind: 5, name: 'process orders' },
  ]);
  await figures.admin.query(
    `insert into apm.deployments values ($1, gen_random_uuid(), '', 'cart', '', '2', $2, '', '')`,
    [ORGANIZATION, from - 20 * MINUTE],
  );
});
afterAll(() => figures.stop());

const of = (labels: Record<string, string>, organization_id = ORGANIZATION) =>
  evidences.of({ organization_id, labels, from_micros: from, to_micros: from + 10 * MINUTE });

describe('the evidence of an incident (ALERT-33)', () => {
  it('has the most frequent error groups of the service in the range, and traces of them', async () => {
    const { error_groups, trace_ids } = await of({ service: 'cart', transaction: 'GET /items' });
    expect(error_groups.map(({ error_type, occurrences }) => [error_type, occurrences])).toEqual([
      ['A', 8],
      ['B', 7],
      ['C', 6],
      ['D', 5],
      ['E', 4],
    ]);
    expect(error_groups[0]).toMatchObject({ service: 'cart', message: 'about A' });
    expect(trace_ids).toHaveLength(10);
    expect(trace_ids.every((id) => Number.parseInt(id, 16) <= 33)).toBe(true);
  });

  it('has the deployments half an hour around, reported or seen', async () => {
    const { deployments } = await of({ service: 'cart', version: '2' });
    expect(deployments).toEqual([
      { service: 'cart', version: '3', at: from + 39 * MINUTE, source: 'first_seen' },
      { service: 'cart', version: '2', at: from - 20 * MINUTE, source: 'event' },
    ]);
  });

  it('names callers and callees, across queues, and no database', async () => {
    expect((await of({ service: 'cart' })).affected_services).toEqual(['billing', 'stock', 'web']);
    expect((await of({ service: 'billing' })).affected_services).toEqual(['cart']);
    expect((await of({ service: 'stock' })).affected_services).toEqual(['cart']);
    expect((await of({})).affected_services).toEqual([]);
  });

  it('is of its organization alone', async () =>
    expect(await of({ service: 'cart' }, OTHER_ORGANIZATION)).toEqual({
      error_groups: [],
      deployments: [],
      trace_ids: [],
      affected_services: [],
    }));
});
