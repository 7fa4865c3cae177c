import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamField } from '@spanwise/segments/catalogue';
import { answerOf, OWNER, queriesOver, StoredTelemetry, T0 } from './telemetry.fixture.js';
import type { Queries } from './queries.js';

let telemetry: StoredTelemetry;
let queries: Queries;

const field = (name: string, type: StreamField['type'] = 'utf8'): StreamField => ({ name, type, column: 'attributes' });
/** Of a field whose beginning is unknown. */
const late = (name: string): StreamField => ({ ...field(name), foundLate: true });
const HOSTILE = `it's "x"); drop table t; --/~1\\u{27}`;

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  const rows = [
    { _timestamp: T0, name: 'one', attributes: { placed: 1, level: 7, rare: 'r', deep: { x: 1 }, [HOSTILE]: 'h' } },
    { _timestamp: T0 + 1, name: 'two', attributes: { level: 8, 'x"y': true }, resource: { rare: 'of the resource' } },
  ];
  const organization = OWNER.organizationId;
  await telemetry.add(organization, 'traces', 'known', rows, [field('placed', 'int64')]);
  telemetry.overflow(organization, 'known', [field('level', 'int64'), field('deep', 'json')], false);
  await telemetry.add(organization, 'traces', 'flooded', rows, [field('placed', 'int64')]);
  telemetry.overflow(organization, 'flooded', [field('level', 'int64'), late('rare')], true);
  await telemetry.add(
    organization,
    'logs',
    'other',
    [{ _timestamp: T0, body: 'b', attributes: { mine: 5 } }],
    [field('mine', 'int64')],
  );
  queries = queriesOver(telemetry);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

const rowsOf = async (statement: string) => (await answerOf(queries, statement)).rows;

describe('a field without a place', () => {
  it('is read by its name, with its type, and is not in "*"', async () => {
    expect(await rowsOf('select level + 1 as l, deep.x from traces.known order by name')).toEqual([
      [8, 1],
      [9, null],
    ]);
    const all = await answerOf(queries, 'select * from traces.known');
    expect(all.columns).toContain('placed');
    expect(all.columns).not.toContain('level');
  });

  it('is named in the summary, with what overflowed', async () => {
    const summary = await answerOf(queries, 'select level from traces.known');
    expect(summary).toMatchObject({
      unplaced_fields: ['level'],
      field_overflow: [
        { stream: 'known', stream_type: 'traces', since_micros: T0, fields: 2, names: ['level', 'deep'] },
      ],
    });
    expect(await answerOf(queries, 'select mine from logs.other')).not.toHaveProperty('field_overflow');
  });

  it('does not take the place of a name that the statement gives', async () => {
    expect(await rowsOf('select left(name, 1) as level, count(*) from traces.known group by level order by 1')).toEqual(
      [
        ['o', 1],
        ['t', 1],
      ],
    );
    expect(await rowsOf('select level as level from traces.known order by 1')).toEqual([[7], [8]]);
  });
});

describe('a name that occurred nowhere', () => {
  it('is refused while all names of the stream are held', async () => {
    await expect(rowsOf('select nowhere from traces.known')).rejects.toThrow(/nowhere.* not found/);
    await expect(rowsOf('select rare from traces.known')).rejects.toThrow(/rare.* not found/);
  });

  it('is null where the stream had more names than are held, and is said to have no place', async () => {
    const { rows, ...summary } = await answerOf(queries, 'select nowhere from traces.flooded');
    expect([rows, summary.unplaced_fields]).toEqual([[[null], [null]], ['nowhere']]);
    expect(summary.field_overflow).toMatchObject([{ stream: 'flooded', more: true }]);
  });
});

describe('a stream that had more names than are held', () => {
  it('reads them as text, from wherever a record has them', async () => {
    expect(await rowsOf('select "deep", rare, level from traces.flooded order by name')).toEqual([
      ['{"x":1}', 'r', 7],
      [null, 'of the resource', 8],
    ]);
  });

  it.each([
    ['a quote', `select "x""y" from traces.flooded order by name`, [[null], ['true']]],
    [
      'a whole statement',
      `select "${HOSTILE.replaceAll('"', '""')}" from traces.flooded order by name`,
      [['h'], [null]],
    ],
  ])('reads a name with %s as a name', async (_, statement, expected) => {
    expect(await rowsOf(statement)).toEqual(expected);
  });

  it.each([
    ['an alias in GROUP BY', 'select left(name, 1) as p, count(*) from traces.flooded group by p order by p', 2],
    ['an alias of its own name', 'select "rare" as "rare" from traces.flooded', 2],
    ['columns of a common table expression', 'with c(k) as (select name from traces.flooded) select k from c', 2],
    ['columns of a function', 'select v from traces.flooded, unnest([1, 2]) u(v)', 4],
    ['a function without names', 'select range from traces.flooded, range(3)', 6],
    ['parameters of a lambda', 'select list_transform([1], lambda z: z + 1) from traces.flooded', 2],
    ['parameters of a lambda of two', 'select list_transform([1], lambda z, i: z + i) from traces.flooded', 2],
    ['columns of a subquery', 'select k from (select name as k from traces.flooded) order by k', 2],
    ['a bare column of another stream', 'select mine from traces.flooded f join logs.other o on true', 2],
    ['a bare field of another stream', 'select mine, f.rare from traces.flooded f, logs.other', 2],
    ['names behind the signal and the stream', 'select traces.flooded."rare" from traces.flooded', 2],
  ])('does not mistake %s for a field', async (_, statement, count) => {
    expect(await rowsOf(statement)).toHaveLength(count);
  });

  it('says in which of two streams a name may be meant', async () => {
    await expect(rowsOf('select "some.name" from traces.flooded a join traces.flooded b using (name)')).rejects.toThrow(
      /Ambiguous/,
    );
    expect(await rowsOf('select a."some.name" from traces.flooded a join traces.flooded b using (name)')).toHaveLength(
      2,
    );
  });

  it('reads a bounded number of them in one statement', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `"n${at}"`).join();
    expect(await rowsOf(`select ${many(200)} from traces.flooded limit 1`)).toHaveLength(1);
    await expect(rowsOf(`select ${many(201)} from traces.flooded`)).rejects.toThrow('at most 200 fields');
  });
});
