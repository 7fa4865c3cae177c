import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldType, StreamField } from '@spanwise/segments/catalogue';
import { answerOf, OWNER, queriesOver, StoredTelemetry, T0 } from './telemetry.fixture.js';
import type { Queries } from './queries.js';

let telemetry: StoredTelemetry;
let queries: Queries;

const field = (name: string, type: FieldType): StreamField => ({ name, type, column: 'attributes', mixed: true });
const VALUES: Record<string, unknown>[] = [
  { whole: 7, part: 1.5, flag: true, ctx: { user: 'u' } },
  { whole: 'n/a', part: 'n/a', flag: 'yes', ctx: 'none' },
  { whole: 1.5, part: '2.5', flag: 1, ctx: [1] },
  { whole: '12', part: true, flag: 'false', ctx: 5 },
  { whole: true, part: null, flag: 'true', ctx: null },
  { whole: 2 ** 60, part: [1], flag: {} },
];

beforeAll(async () => {
  telemetry = await StoredTelemetry.create();
  const rows = VALUES.map((attributes, at) => ({ _timestamp: T0 + at, body: String(at), attributes }));
  const fields = [field('whole', 'int64'), field('part', 'float64'), field('flag', 'bool'), field('ctx', 'json')];
  await telemetry.add(OWNER.organizationId, 'logs', 'mixed', rows, fields);
  queries = queriesOver(telemetry);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
});

const asked = (statement: string, change = {}) => answerOf(queries, statement, { countsUnfit: true, ...change });
const about = (name: string, data_type: string, records: number) => ({
  stream: 'mixed',
  stream_type: 'logs',
  name,
  data_type,
  records,
});

describe('a value that the type of its field cannot hold (QUERY-12)', () => {
  it.each<[string, FieldType, unknown[], number]>([
    ['whole', 'int64', [7, null, null, 12, null, 2 ** 60], 3],
    ['part', 'float64', [1.5, null, 2.5, null, null, null], 3],
    ['flag', 'bool', [true, null, null, false, true, null], 3],
    ['ctx', 'json', [{ user: 'u' }, null, [1], null, null, null], 2],
  ])('is null there, and counted: %s', async (name, type, values, records) => {
    const { rows, unfit_fields } = await asked(`select ${name} from logs.mixed order by body`);
    expect(rows).toEqual(values.map((value) => [value]));
    expect(unfit_fields).toEqual([about(name, type, records)]);
  });

  it('is whole in the JSON, and fails no statement', async () => {
    const { rows } = await asked(
      `select sum(whole), count(*) filter (whole > 5), max(ctx->>'$.user'), max(attributes->>'$.ctx') from logs.mixed where whole is null or whole < 100`,
    );
    expect(rows).toEqual([[19, 2, 'u', '{"user":"u"}']]);
  });

  it('is counted of the range, beside rows that are cut, and of no field that was not asked for', async () => {
    const narrow = await asked('select whole from logs.mixed', { range: { fromMicros: T0, toMicros: T0 + 2 } });
    expect(narrow.unfit_fields).toEqual([about('whole', 'int64', 1)]);
    const cut = await asked('select whole from logs.mixed', { maxRows: 1 });
    expect([cut.partial_reason, cut.unfit_fields]).toEqual(['row_limit', [about('whole', 'int64', 3)]]);
    expect(await asked('select body from logs.mixed')).not.toHaveProperty('unfit_fields');
    expect((await asked('select a.* from logs.mixed a, mixed b')).unfit_fields).toHaveLength(4);
    expect((await asked('select "attributes.whole" from logs.mixed')).unfit_fields).toMatchObject([
      { name: 'attributes.whole', records: 3 },
    ]);
  });
});
