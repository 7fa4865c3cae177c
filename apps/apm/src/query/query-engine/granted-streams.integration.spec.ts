import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PlayedStore } from '../../store/stored-state/stored-reads.fixture.js';
import type { Queries } from './queries.js';
import type { GrantedStreams } from './stream-scope.js';
import { answerOf, OTHER_OWNER, OWNER, queriesOver, RANGE, StoredTelemetry, T0 } from './telemetry.fixture.js';

const [OWN, OTHER] = [OWNER.organizationId, OTHER_OWNER.organizationId];
const idOf = async (organizationId: string, stream: string) =>
  (await telemetry.open(organizationId, 'logs', stream, RANGE))!.segments.id;

let telemetry: StoredTelemetry;
let queries: Queries;
let used: string[][];
/** Of the other organization, whose slug is `acme`. */
let given: string[];

/** What iam answers: it is another process. */
const granted: GrantedStreams = {
  owners: async (slugs) => new Map(slugs.filter((slug) => slug === 'acme').map((slug) => [slug, OTHER])),
  use: async (organizationId, streamId) => {
    used.push([organizationId, streamId]);
    return given.includes(streamId);
  },
};
const rowsOf = async (statement: string, change: Parameters<typeof answerOf>[2] = { granted }) =>
  (await answerOf(queries, statement, change)).rows;

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  for (const [organizationId, stream, body] of [
    [OWN, 'default', 'own line'],
    [OWN, 'more', 'more of our own'],
    [OTHER, 'default', 'given line'],
    [OTHER, 'kept', 'kept line'],
  ])
    await telemetry.add(organizationId!, 'logs', stream!, [{ _timestamp: T0, body }]);
  queries = queriesOver(telemetry);
  given = [await idOf(OTHER, 'default')];
  telemetry.held = 0;
});
afterEach(() => expect(telemetry.held).toBe(0));
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

describe('a stream that another organization grants', () => {
  it('is read by the slug before its name, beside an own one of the same name', async () => {
    used = [];
    expect(await rowsOf('select body from "acme".logs."default"')).toEqual([['given line']]);
    expect(await rowsOf('select body from ACME.logs."default"')).toEqual([['given line']]);
    expect(await rowsOf('select a.body, b.body from acme.logs."default" a, logs."default" b')).toEqual([
      ['given line', 'own line'],
    ]);
    expect(used).toEqual(Array.from({ length: 3 }, () => [OTHER, given[0]]));
  });

  it('says nothing of how far it is stored (QUERY-15)', async () => {
    const store = new PlayedStore();
    store.notStored = [{ signal: 'logs', sinceMicros: T0 + 9 }];
    const read = async (statement: string) => {
      const stored = store.reads.of(OWN);
      await rowsOf(statement, { granted, stored });
      return stored.completeness(RANGE);
    };
    const partial = { partial: true, partial_reason: 'not_stored' };
    expect(await read('select body from acme.logs."default"')).toEqual({});
    expect(await read('select a.body from acme.logs."default" a, logs."default" b')).toEqual(partial);
    expect(await read('select body from logs."default"')).toEqual({ ...partial, stored_to_micros: T0 + 9 });
  });

  it.each([
    ['of which no grant is', 'acme.logs.kept'],
    ['that is not there', 'acme.logs.nothing'],
    ['of another signal', 'acme.traces."default"'],
    ['of an organization that grants nothing', 'other.logs."default"'],
    ['of one that is named as the engine names itself', 'memory.logs."default"'],
    ['of one that is named as a signal', 'logs.logs."default"'],
    ['of what can be no slug', '"a b".logs."default"'],
  ])('is not one %s, and the answer is the same for all', async (_, name) => {
    await expect(rowsOf(`select * from ${name}`)).rejects.toThrow(`There is no stream ${name.replaceAll('"', '')}.`);
  });

  it.each([
    'select * from acme."default"',
    'select * from acme.main."default"',
    'select * from acme.logs.duckdb_views',
    'select * from acme.information_schema.tables',
    "select acme.main.getenv('HOME')",
    "attach ':memory:' as acme",
  ])('does not open another way: %s', async (statement) => {
    await expect(rowsOf(statement)).rejects.toMatchObject({ kind: 'invalid_argument' });
  });

  it('is not read where iam is not asked: in search jobs, pages and shared views', async () => {
    await expect(rowsOf('select * from acme.logs."default"', {})).rejects.toThrow(
      'There is no stream acme.logs.default.',
    );
  });
});

describe('a caller who holds some streams of the organization', () => {
  it('reads those and no other', async () => {
    const heldIds = [await idOf(OWN, 'more')];
    telemetry.held = 0;
    expect(await rowsOf('select body from more', { heldIds })).toEqual([['more of our own']]);
    for (const name of ['logs."default"', '"default"'])
      await expect(rowsOf(`select * from ${name}`, { heldIds })).rejects.toThrow('There is no stream');
    await expect(rowsOf('select * from more, "default"', { heldIds })).rejects.toThrow('There is no stream default.');
    await expect(rowsOf('select * from more', { heldIds: [] })).rejects.toThrow('There is no stream more.');
  });
});
