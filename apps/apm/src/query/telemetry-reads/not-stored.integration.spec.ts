import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StreamedCall } from '@spanwise/bus/rpc-handler';
import type { CursorTail } from '@spanwise/contracts/telemetry/reads';
import { ApmConfig, type ApmVariables } from '../../config.js';
import type { Queries } from '../query-engine/queries.js';
import { OWNER, queriesOver, StoredTelemetry, T0 } from '../query-engine/telemetry.fixture.js';
import { PlayedStore } from '../../store/stored-state/stored-reads.fixture.js';
import { TelemetryReads } from './telemetry-reads.js';

const TRACE = '0'.repeat(31);
const range = { from: T0, to: T0 + 20_000_000 };
const of = { ...range, stream: 'default' };
const trace = { ...range, trace_id: `${TRACE}1` };
const around = { stream: 'default', event_timestamp_us: T0 + 5_000_000 };

let telemetry: StoredTelemetry;
let queries: Queries;
let reads: TelemetryReads;
let store: PlayedStore;

const span = (n: number) => ({
  _timestamp: T0 + n,
  trace_id: `${TRACE}${n}`,
  span_id: `s${n}`,
  parent_span_id: null,
  name: 'op',
  kind: 'SERVER',
  'service.name': 'shop',
  status_code: 'UNSET',
  start_time_unix_nano: BigInt(T0 + n) * 1_000n,
  end_time_unix_nano: BigInt(T0 + n) * 1_000n,
  duration_nano: 0n,
});

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  await telemetry.add(OWNER.organizationId, 'traces', 'default', [span(1), span(2)]);
  await telemetry.add(OWNER.organizationId, 'logs', 'default', [{ _timestamp: T0 + 1, body: 'ok' }]);
  queries = queriesOver(telemetry);
});
beforeEach(() => {
  store = new PlayedStore();
  const config = { cursorKeys: [{ kid: 'k', key: Buffer.alloc(32, 1) }], queryTimeoutMs: 20_000 };
  reads = new TelemetryReads(queries, new ApmConfig(config as ApmVariables), store.reads);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

/** What an answer says beside its records. */
async function ask(work: (call: StreamedCall) => Promise<object>): Promise<Record<string, unknown>> {
  const pieces: Uint8Array[] = [];
  const context = { organization_id: OWNER.organizationId, subject: OWNER.subject, permissions: [] };
  const write = async (bytes: Uint8Array) => void pieces.push(bytes);
  const tail = await work({ context, write, signal: new AbortController().signal } as unknown as StreamedCall);
  const isText = Object.keys(tail).length === 0;
  return (isText ? JSON.parse(Buffer.concat(pieces).toString('utf8')) : tail) as Record<string, unknown>;
}

describe('an answer while something of its range is not stored (QUERY-16)', () => {
  it.each<[string, (call: StreamedCall) => Promise<object>]>([
    ['a list of traces', (call) => reads.traces(range, call)],
    ['a list of traces without a stream', (call) => reads.traces({ ...range, held_ids: [] }, call)],
    ['a list of logs', (call) => reads.logs(of, call)],
    ['a list of logs of a stream that is not there yet', (call) => reads.logs({ ...of, stream: 'fresh' }, call)],
    ['logs of a trace', (call) => reads.logsOf(trace, call)],
    ['logs of a trace without a stream', (call) => reads.logsOf({ ...trace, held_ids: [] }, call)],
    ['records around a moment', (call) => reads.around(around, call)],
    ['records around a moment of no stream', (call) => reads.around({ ...around, stream: 'fresh' }, call)],
    ['statistics of a field', (call) => reads.statistics({ ...of, field: 'body' }, call)],
    ['a histogram', (call) => reads.histogram(of, call)],
  ])('says so: %s', async (_, work) => {
    store.notStored = [{ fromMicros: T0 + 5_000_000, toMicros: T0 + 5_000_000, sinceMicros: T0 + 9 }];
    expect(await ask(work)).toMatchObject({ partial: true, partial_reason: 'not_stored', stored_to_micros: T0 + 9 });
    store.notStored = [];
    const whole = await ask(work);
    expect(whole).not.toHaveProperty('partial');
    expect(whole.stored_to_micros).toBeGreaterThan(T0 + 9);
  });

  it('says so: a trace, also one that is not there', async () => {
    const absent = { ...range, trace_id: 'ab'.repeat(16) };
    store.notStored = [{ signal: 'traces', sinceMicros: T0 + 9 }];
    expect(await ask((call) => reads.trace(trace, call))).toMatchObject({
      partial: true,
      partial_reasons: ['not_stored'],
      truncated: false,
      stored_to_micros: T0 + 9,
    });
    await expect(ask((call) => reads.trace(absent, call))).rejects.toThrow('not stored yet');
    store.notStored = [];
    expect(await ask((call) => reads.trace(trace, call))).toMatchObject({ partial: false, partial_reasons: [] });
    await expect(ask((call) => reads.trace(absent, call))).rejects.toThrow(/^There is no such trace\.$/);
  });

  it('waits for it when it is asked to, beside a cursor too (QUERY-17)', async () => {
    const first = (await ask((call) => reads.traces({ ...range, limit: 1 }, call))) as unknown as CursorTail;
    store.notStored = [{ signal: 'traces', sinceMicros: T0 + 9 }];
    const before = store.asked.length;
    store.onAsked = () => {
      if (store.asked.length === before + 2) store.notStored = [];
    };
    const next = await ask((call) => reads.traces({ cursor: first.next_cursor!, wait_for: 30_000 }, call));
    expect(next).not.toHaveProperty('partial');
    expect(store.asked).toHaveLength(before + 3);
  });
});
