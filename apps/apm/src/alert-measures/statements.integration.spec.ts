import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { Figures, MINUTE } from '../apm/queries.fixture.js';
import type { Queries } from '../query/query-engine/queries.js';
import { OTHER_OWNER, OWNER, queriesOver, StoredTelemetry } from '../query/query-engine/telemetry.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { finalStep, measured, measuredOne, measuresOver, specOf } from './alerts.fixture.js';

let figures: Figures;
let telemetry: StoredTelemetry;
let queries: Queries;
let measures: AlertMeasures;
let step: number;

beforeAll(async () => {
  figures = await Figures.start();
  // Before the delta, whose time completes it: a minute may end between the two.
  step = finalStep(figures);
  await figures.record([{ service: 'cart', atMicros: figures.nowMicros - 6 * MINUTE }]);
  telemetry = await StoredTelemetry.create();
  const line = (minutesAgo: number, service: string, body: string) => ({
    _timestamp: (step - minutesAgo) * MINUTE,
    'service.name': service,
    body,
  });
  await telemetry.add(OWNER.organizationId, 'logs', 'app', [
    line(1, 'cart', 'failed'),
    line(2, 'cart', 'failed'),
    line(2, 'pay', 'fine'),
    line(5, 'pay', 'failed'),
    line(6, 'pay', 'before'),
    line(0, 'pay', 'after'),
  ]);
  await telemetry.add(OTHER_OWNER.organizationId, 'logs', 'theirs', [line(1, 'cart', 'secret')]);
  queries = queriesOver(telemetry);
  measures = measuresOver(figures, queries);
});
afterAll(async () => {
  await queries.ports.pool.close();
  await telemetry.remove();
  await figures.stop();
});

const sql = (statement: string): SqlCondition => ({
  type: 'sql',
  statement,
  stream: { name: 'app', stream_type: 'logs' },
});
const run = async (statement: string) => measuredOne(measures, sql(statement), step);

describe('a rule over a statement (ALERT-12)', () => {
  it('has an instance for each row of the window, with texts as labels', async () => {
    expect(
      await run(`select "service.name" as service, count(*) filter (body = 'failed') as value from app group by 1`),
    ).toMatchObject({
      instances: [
        { labels: { service: 'cart' }, value: 2, samples: 1 },
        { labels: { service: 'pay' }, value: 1, samples: 1 },
      ],
    });
  });

  it.each([
    [
      'the first column that is no text',
      `select body, 3 as n, 4 as m from app where body = 'fine'`,
      { body: 'fine' },
      3,
    ],
    ['the column called value', 'select 3 as n, 4 as value', {}, 4],
    ['a count of everything', 'select count(*) from app', {}, 4],
    ['null for null', 'select null::double as value', {}, null],
    ['null for what is no number', `select 'nan'::double as value`, {}, null],
    ['null for what is beyond all numbers', `select 'inf'::double as value`, {}, null],
    ['a number in a text', `select '12' as value`, {}, 12],
    ['a truth as 1', 'select count(*) > 3 from app', {}, 1],
    ['a decimal', 'select 1.25::decimal(10, 2) as value', {}, 1.25],
  ])('takes %s for the value', async (_, statement, labels, value) =>
    expect((await run(statement)).instances).toEqual([{ labels, value, samples: 1 }]),
  );

  it('says by a column of its own how much is behind the value', async () =>
    expect((await run('select 0.5 as value, count(*) as samples from app')).instances).toEqual([
      { labels: {}, value: 0.5, samples: 4 },
    ]));

  it.each([
    ['of another organization', 'select count(*) from theirs', 'There is no stream'],
    ['that is none', 'selekt 1', 'syntax'],
    ['that would write', 'create table x as select 1', 'SELECT'],
    ['without a number', 'select body from app limit 1', 'no column of numbers'],
    ['with one label set twice', `select body, 1 from app where body = 'failed'`, 'the same labels'],
  ])('%s is reported in one sentence, beside others that are measured', async (_, statement, sentence) => {
    const specs = [
      specOf(sql(statement), 5, 'bad'),
      specOf(sql('select count(*) from app'), 5, 'good'),
      specOf({ type: 'red', of: 'service', figure: 'count', filters: {}, group_by: ['service'] }, 5, 'red'),
    ];
    const answer = await measured(measures, specs, step);
    const [bad, good, red] = answer.specs;
    expect(bad!.instances).toEqual([]);
    expect(bad!.error).toMatch(new RegExp(sentence, 'i'));
    expect(good!.instances).toEqual([{ labels: {}, value: 4, samples: 1 }]);
    expect(red!.instances).toHaveLength(1);
  });

  it('gives labels that can be stored, whatever it makes', async () => {
    const { instances } = await run(
      `select 'a' || chr(0) || 'b' as name, repeat('x', 255) || '\u{1f600}' as long, 1 as value`,
    );
    expect(instances.map(({ labels }) => labels)).toEqual([{ name: 'a\ufffdb', long: `${'x'.repeat(255)}…` }]);
  });

  it('refuses rows beyond the limit of instances, and says so (ALERT-8)', async () => {
    const { instances, refused } = await run(`select 'r' || range as name, 1 as value from range(1500)`);
    expect([instances.length, refused]).toEqual([1_000, 500]);
  });

  it('that several rules have is run once', async () => {
    let runs = 0;
    const counted = { note: () => void runs++ };
    queries.ports.counts = counted;
    const specs = ['a', 'b', 'c'].map((id) => specOf(sql('select count(*) from app'), 5, id));
    await measured(measures, [...specs, specOf(sql('select count(*) from app'), 6, 'd')], step);
    expect(runs).toBe(2);
  });
});

describe('an anomaly of a statement (ALERT-117)', () => {
  const params = { algorithm: 'mad', lookback_days: 30, k: 3, alpha: 0.3, weekly_seasonality: false } as const;
  const statement = 'select "service.name" as service, count(*) as value from days group by 1';
  const condition: SqlCondition = {
    type: 'sql',
    statement,
    stream: { name: 'days', stream_type: 'logs' },
    anomaly: params,
  };

  beforeAll(async () => {
    // In the block of the past windows, which may begin four minutes before that of the step.
    const lines = (daysAgo: number, service: string, count: number) =>
      Array.from({ length: count }, () => ({
        _timestamp: (Math.floor(step / 5) * 5 - daysAgo * 1_440 - 1) * MINUTE,
        'service.name': service,
        body: '',
      }));
    // The window of the first record begins before it, and is no point.
    for (const [daysAgo, count] of [
      [5, 7],
      [4, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ])
      await telemetry.add(OWNER.organizationId, 'logs', 'days', lines(daysAgo!, 'cart', count!));
    const now = { _timestamp: (step - 1) * MINUTE, body: '' };
    const rows = ['cart', 'cart', 'cart', 'cart', 'cart', 'cart', 'cart', 'cart', 'cart', 'new'];
    await telemetry.add(
      OWNER.organizationId,
      'logs',
      'days',
      rows.map((name) => ({ ...now, 'service.name': name })),
    );
  });

  it('is how far the value of each label set is from those of past days since the first record', async () => {
    const { instances } = await measuredOne(measures, condition, step);
    expect(instances).toMatchObject([
      {
        labels: { service: 'cart' },
        value: 9,
        baseline: 2.5,
        baseline_points: [1, 2, 3, 4],
        deviation: expect.closeTo(6.5 / 1.4826, 6),
        said: 'The value is 9; the median of 4 past windows is 2.5.',
      },
      { labels: { service: 'new' }, value: null, deviation: null, below_floor: true },
    ]);
  });

  it('that cannot be run is an error of the rule alone', async () => {
    const { instances, error } = await measuredOne(
      measures,
      { ...condition, statement: 'select 1 from nowhere' },
      step,
    );
    expect([instances, error]).toEqual([[], expect.stringContaining('There is no stream')]);
  });
});
