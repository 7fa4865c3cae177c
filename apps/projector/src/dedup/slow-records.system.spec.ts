/** A rule that never ends, planted into the fold, against the budget of a record: real regular expressions, real time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogSlice } from '@spanwise/contracts/log/log-message';
import { DeltaFold } from '@spanwise/span-model/delta';
import { eventually } from '@spanwise/testing/eventually';
import { resolveLetter } from '../dead-letters/dead-letters.js';
import { listLetters } from '../dead-letters/dead-letters.store.js';
import { logSliceOf, newSpan, sliceOf, TestProjector, type TestSpan } from '../projector.fixture.js';
import type { Shard } from '../shard/shard.js';

const OTHER = '00000000-0000-7000-8000-0000000000bb';
const SLOW = 'slow';
const BUDGET_MS = 60_000;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(async () => {
  await projector.reset();
  plantSlowRule();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => projector.stop());

/** Years, for a text of this length. */
const neverEnds = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`);

/** Folding anything of the service `slow` never ends. */
function plantSlowRule(): void {
  const { add, addException } = DeltaFold.prototype;
  vi.spyOn(DeltaFold.prototype, 'add').mockImplementation(function (this: DeltaFold, organization, span, isFirst) {
    if (span.resource.service === SLOW) neverEnds();
    return add.call(this, organization, span, isFirst);
  });
  vi.spyOn(DeltaFold.prototype, 'addException').mockImplementation(function (this: DeltaFold, organization, exception) {
    if (exception.resource.service === SLOW) neverEnds();
    return addException.call(this, organization, exception);
  });
}

const slowSpan = (): TestSpan => newSpan({ service: SLOW });

/** A failure that each of the services reports as a log record, in one slice. */
function loggedBy(...services: string[]): LogSlice {
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const resourceLogs = services.map((service) => {
    const attributes = [text('exception.type', 'shop.Broken'), text('exception.message', 'order 17')];
    const record = { ...newSpan(), timeUnixNano: `${Date.now()}000000`, severityNumber: 17, attributes };
    return { resource: { attributes: [text('service.name', service)] }, scopeLogs: [{ logRecords: [record] }] };
  });
  return logSliceOf(services.length, { bytes: Buffer.from(JSON.stringify({ resourceLogs })) });
}

/** A budget is processor time, of which a busy machine gives little. */
const committed = (seq: number) => projector.committed(seq, { takesMs: BUDGET_MS });
const openLetters = async () => (await listLetters(projector.pool)).filter(({ state }) => state === 'open');
const resolve = async (shard: Shard, id: string, action: 'replay' | 'discard') =>
  resolveLetter(projector.pool, [shard], id, action);

async function poisonMarks(): Promise<object[]> {
  return (await projector.pool.query<object>('select seq::int, slice, record, reason from verdicts')).rows;
}

/** The bits of the records that the store writer leaves out, by slice. */
async function unstored(): Promise<number[]> {
  const { rows } = await projector.pool.query<{ duplicate: Buffer }>('select duplicate from judgements order by slice');
  return rows.map(({ duplicate }) => duplicate[0]!);
}

describe('a record that a rule never comes to an end with', () => {
  it('is a dead letter of its own; the others of its slice, its message and its shard are counted', async () => {
    await projector.running(async () => {
      const mixed = sliceOf([newSpan(), slowSpan(), newSpan()]);
      await projector.publish(mixed, sliceOf([newSpan()], { organizationId: OTHER }));
      await committed(await projector.publish(sliceOf([newSpan()])));
    });
    expect(await projector.ledger()).toEqual({ received: 5, counted: 4, duplicate: 0, late: 0, dead: 1 });
    const { requests, organizations } = await projector.outbox();
    expect(requests).toBe(4);
    expect(organizations.flatMap(({ gaps }) => gaps)).toMatchObject([{ reason: 'flush_failed', dropped: 1 }]);
    expect(await openLetters()).toMatchObject([
      { span_count: 1, signal: 'traces', reason: 'over_budget: the record takes too long to process' },
    ]);
    expect(await unstored()).toEqual([0b010]);
  });

  it('may be a log record; a native one as well', async () => {
    const native = { _timestamp: Date.now() * 1_000, trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) };
    const lines = [SLOW, 'cart'].map((service) =>
      JSON.stringify({ ...native, 'service.name': service, 'exception.type': `shop.${service}` }),
    );
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    await projector.running(async () =>
      committed(await projector.publish(loggedBy('cart', SLOW), logSliceOf(2, { bytes, encoding: 'records' }))),
    );
    expect(await projector.ledger('logs')).toEqual({ received: 4, counted: 2, duplicate: 0, late: 0, dead: 2 });
    expect(await openLetters()).toMatchObject([
      { span_count: 1, signal: 'logs' },
      { span_count: 1, signal: 'logs' },
    ]);
    expect(await unstored()).toEqual([0b10, 0b01]);
    const { rows } = await projector.pool.query<{ bytes: Buffer; encoding: string }>('select * from dead_letters');
    const letter = rows.find(({ encoding }) => encoding === 'records');
    expect(letter?.bytes.toString()).toBe(lines[0]);
  });

  it('has a verdict of its own (PROTO-37): the next process keeps to that, although the batch was never committed', async () => {
    await projector.admin.query('alter table projector.ledger add constraint no_commit check (false) not valid');
    let seq: number;
    try {
      seq = await projector.running(async () => {
        const published = await projector.publish(sliceOf([newSpan(), slowSpan(), newSpan()]));
        await eventually(async () => expect(await poisonMarks()).toHaveLength(1), { takesMs: BUDGET_MS });
        return published;
      });
    } finally {
      await projector.admin.query('alter table projector.ledger drop constraint no_commit');
    }
    expect(await projector.ledger()).toMatchObject({ received: 0 });
    expect(await poisonMarks()).toEqual([{ seq, slice: 0, record: 1, reason: 'over_budget' }]);
    vi.restoreAllMocks();
    await projector.running(() => committed(seq));
    expect(await projector.ledger()).toEqual({ received: 3, counted: 2, duplicate: 0, late: 0, dead: 1 });
    expect(await openLetters()).toMatchObject([
      { span_count: 1, reason: 'over_budget: the record takes too long to process' },
    ]);
  });

  it('does not stop the shard when its letter is replayed, and is counted once the rule is mended', async () => {
    await projector.running(async (shard) => {
      await committed(await projector.publish(sliceOf([newSpan(), slowSpan()]), loggedBy(SLOW)));
      const letters = await openLetters();
      for (const { id } of letters)
        await expect(resolve(shard, id, 'replay')).rejects.toThrow('takes too long to process');
      await committed(await projector.publish(sliceOf([newSpan()])));
      expect(await openLetters()).toHaveLength(2);
      vi.restoreAllMocks();
      for (const { id } of letters) await resolve(shard, id, 'replay');
    });
    expect(await projector.ledger()).toEqual({ received: 3, counted: 3, duplicate: 0, late: 0, dead: 0 });
    expect(await projector.ledger('logs')).toEqual({ received: 1, counted: 1, duplicate: 0, late: 0, dead: 0 });
    expect((await projector.outbox()).requests).toBe(3);
  });

  it('is a dead letter at every repetition, and its slice is none of those that repeat', async () => {
    const slow = slowSpan();
    const keyed = { ...loggedBy('cart', SLOW), dedupeKey: Buffer.alloc(16, 7) };
    await projector.running(async () => {
      await committed(await projector.publish(sliceOf([slow]), keyed));
      await committed(await projector.publish(sliceOf([slow]), keyed));
    });
    expect(await projector.ledger()).toMatchObject({ received: 2, counted: 0, duplicate: 0, dead: 2 });
    expect(await projector.ledger('logs')).toMatchObject({ received: 4, counted: 1, duplicate: 2, dead: 1 });
  });

  it('takes its slice with it when it is the reading that never ends', async () => {
    const { parse } = JSON;
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.includes('never read')) neverEnds();
      return parse(text, reviver) as unknown;
    });
    await projector.running(async () => {
      await projector.publish(sliceOf([newSpan({ service: 'never read' })]), sliceOf([newSpan(), newSpan()]));
      await committed(await projector.publish(sliceOf([newSpan()])));
    });
    expect(await projector.ledger()).toMatchObject({ received: 4, counted: 3, dead: 1 });
    expect(await openLetters()).toMatchObject([{ reason: 'over_budget: the slice takes too long to process' }]);
  });
});
