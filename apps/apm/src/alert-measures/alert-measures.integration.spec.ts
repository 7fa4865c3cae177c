import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  MeasuredCondition,
  NewErrorGroupCondition,
  RedCondition,
} from '@spanwise/contracts/alerting/alert-conditions';
import { MAX_INSTANCES, STEP_MICROS, type MeasuredInstance } from '@spanwise/contracts/alerting/measure';
import { Figures, HOUR, MINUTE, ORGANIZATION, OTHER_ORGANIZATION, type Request } from '../apm/queries.fixture.js';
import type { AlertMeasures } from './alert-measures.js';
import { askFor, finalStep, measured, measuredOne, measuresOver, specOf, progressOf } from './alerts.fixture.js';
import { limited } from './measured-instances.js';

let figures: Figures;
let measures: AlertMeasures;
/** Every test has services of its own. */
let step: number;

beforeAll(async () => {
  figures = await Figures.start({ transactions: 4 });
  measures = measuresOver(figures);
  await figures.record([{ service: 'oldest', atMicros: figures.nowMicros - 20 * HOUR }]);
});
beforeEach(() => void (step = finalStep(figures)));
afterAll(() => figures.stop());

/** Some requests of a minute, numbered backwards from the step: 1 is the step's own. */
const requests = (count: number, minutesAgo: number, change: Request = {}): Request[] =>
  Array.from({ length: count }, (_, index) => ({
    ...change,
    atMicros: (step - minutesAgo) * MINUTE + index + 1,
  }));

const red = (change: Partial<RedCondition> = {}): RedCondition => ({
  type: 'red',
  of: 'service',
  figure: 'count',
  filters: {},
  group_by: ['service'],
  ...change,
});
const ofService = (service: string, change: Partial<RedCondition> = {}): RedCondition =>
  red({ ...change, filters: { service, ...change.filters } });

const valuesOf = (instances: MeasuredInstance[]) =>
  Object.fromEntries(instances.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
const valuesOfCondition = async (condition: MeasuredCondition, windowMinutes = 5) =>
  valuesOf((await measuredOne(measures, condition, step, windowMinutes)).instances);

describe('a series that is known and silent (ALERT-10)', () => {
  it('counts 0, has no share and no quantile, and is left out an hour after it was last seen', async () => {
    await figures.record([
      ...requests(3, 65, { service: 'just-known' }),
      ...requests(3, 66, { service: 'long-gone' }),
      ...requests(3, 5, { service: 'talking' }),
      ...requests(3, 0, { service: 'too-young' }),
    ]);
    const of = async (figure: RedCondition['figure']) => {
      const all = await valuesOfCondition(red({ figure }));
      return ['just-known', 'long-gone', 'talking', 'too-young'].map((service) => all[service]);
    };
    expect(await of('count')).toEqual([0, undefined, 3, undefined]);
    expect(await of('rate')).toEqual([0, undefined, 3 / 300, undefined]);
    expect(await of('error_count')).toEqual([0, undefined, 0, undefined]);
    expect(await of('error_rate')).toEqual([null, undefined, 0, undefined]);
    expect(await of('p95')).toEqual([null, undefined, 5_000, undefined]);
    expect(await of('apdex')).toEqual([null, undefined, 1, undefined]);
  });

  it('that has recovered after the step is measured by what was before it, whenever the step is measured', async () => {
    await figures.record([
      ...requests(1, 30, { service: 'back-soon' }),
      ...requests(1, 200, { service: 'back-late' }),
      ...requests(1, -1, { service: 'back-soon' }),
      ...requests(1, -1, { service: 'back-late' }),
    ]);
    expect(await valuesOfCondition(ofService('back-soon'))).toEqual({ 'back-soon': 0 });
    expect(await valuesOfCondition(ofService('back-late'))).toEqual({});
  });

  it('is no silence where its name may have been folded, unless the hour has a place for it', async () => {
    // Four transactions have places; in a new hour the first ones take them.
    const hour = Math.floor((step - 5) / 60) * 60;
    const inHour = (minute: number, route: string): Request => ({
      service: 'crowded',
      route,
      atMicros: (hour - 60 + minute) * MINUTE + 1,
    });
    await figures.record(['/a', '/b', '/c', '/d'].map((route) => inHour(1, route)));
    await figures.record([inHour(20, '/a'), inHour(21, '/x'), inHour(21, '/y')]);
    const condition = red({ of: 'transaction', group_by: ['transaction'], filters: { service: 'crowded' } });
    const { specs } = await measured(measures, [specOf(condition)], hour - 60 + 23);
    expect(specs[0]!.folded).toBe(true);
    // They have rows in this hour, so they have kept their places.
    expect(valuesOf(specs[0]!.instances)).toEqual({
      'GET /a': 1,
      'GET /b': 0,
      'GET /c': 0,
      'GET /d': 0,
      __other__: 2,
    });
    await figures.record(['/p', '/q', '/r', '/s', '/t'].map((route) => inHour(62, route)));
    const { specs: later } = await measured(measures, [specOf(condition)], hour + 5);
    expect(later[0]!.folded).toBe(true);
    expect(Object.keys(valuesOf(later[0]!.instances))).toEqual(['GET /p', 'GET /q', 'GET /r', 'GET /s', '__other__']);
  });
});

describe('the baseline of a relative threshold', () => {
  it('is the same figure in the window before, and a day before', async () => {
    await figures.record([
      ...requests(8, 3, { service: 'rising' }),
      ...requests(2, 8, { service: 'rising' }),
      ...requests(5, 3, { service: 'new-here' }),
    ]);
    const of = async (to: 'previous_window' | 'previous_day', service: string) => {
      const relative = { to, operator: 'gt', percent: 200 } as const;
      const { instances } = await measuredOne(measures, ofService(service, { relative }), step);
      return instances.map(({ value, baseline }) => [value, baseline]);
    };
    expect(await of('previous_window', 'rising')).toEqual([[8, 2]]);
    expect(await of('previous_window', 'new-here')).toEqual([[5, null]]);
    // Nothing is older than twenty hours.
    expect(await of('previous_day', 'rising')).toEqual([[8, null]]);
  });

  it('comes from the hours around where the minutes are not kept any more', async () => {
    const hour = Math.floor(step / 60) * 60 - 60;
    const weekBefore = hour - 7 * 24 * 60;
    await figures.admin.query('update apm.organizations set oldest_start_micros = $1', [(weekBefore - 600) * MINUTE]);
    for (const [table, width, perMinute] of [
      ['rollup_hours', 24, 1 / 60],
      ['rollup_minutes', 240, 1],
    ] as const) {
      const from = Math.floor((weekBefore * perMinute) / width) * width;
      await figures.admin.query(
        `create table apm.${table}_of_last_week partition of apm.${table} for values from (${from}) to (${from + width})`,
      );
    }
    const at = (minute: number, count: number): Request[] =>
      Array.from({ length: count }, (_, index) => ({ service: 'weekly', atMicros: minute * MINUTE + index + 1 }));
    await figures.record([...at(weekBefore, 240), ...at(hour + 28, 6)]);
    const relative = { to: 'previous_week', operator: 'gt', percent: 200 } as const;
    const ofFigure = async (figure: RedCondition['figure']) => {
      const { instances } = await measuredOne(measures, ofService('weekly', { relative, figure }), hour + 30);
      return instances.map(({ baseline }) => baseline);
    };
    expect(await ofFigure('count')).toEqual([240 * (5 / 60)]);
    expect(await ofFigure('rate')).toEqual([240 / 3_600]);
    expect(await ofFigure('max')).toEqual([null]);
    expect(await ofFigure('p50')).toEqual([5_000]);
  });
});

describe('a ratio (ALERT-11)', () => {
  it('divides two figures of the same labels, and is not evaluated below the floor', async () => {
    await figures.record([
      ...requests(40, 2, { service: 'many' }),
      ...requests(4, 2, { service: 'few' }),
      ...requests(10, 2, { service: 'many', route: '/checkout' }),
      ...requests(3, 2, { service: 'few', route: '/checkout' }),
      ...requests(1, 30, { service: 'none' }),
    ]);
    const selector = { figure: 'count', group_by: ['service'] } as const;
    const { instances } = await measuredOne(
      measures,
      {
        type: 'ratio',
        numerator: { ...selector, group_by: ['service'], of: 'transaction', filters: { transaction: 'GET /checkout' } },
        denominator: { ...selector, group_by: ['service'], of: 'service', filters: {} },
        denominator_floor: 10,
      },
      step,
    );
    const of = (service: string) => instances.find(({ labels }) => labels.service === service);
    expect(of('many')).toMatchObject({ value: 0.2, samples: 50 });
    expect(of('few')).toMatchObject({ value: null, below_floor: true, samples: 7 });
    expect(of('none')).toMatchObject({ value: null, below_floor: true, samples: 0 });
  });
});

describe('an error group (ALERT-13)', () => {
  const failing = (minutesAgo: number, type: string, change: Request = {}) =>
    requests(2, minutesAgo, { service: 'fails', ...change, error: { type, message: 'm' } });
  const condition = (change: Partial<NewErrorGroupCondition> = {}): NewErrorGroupCondition => ({
    type: 'new_error_group',
    filters: { service: 'fails' },
    min_occurrences: 1,
    quiet_secs: 0,
    ...change,
  });
  const typesOf = async (change: Partial<NewErrorGroupCondition> = {}) => {
    const { instances } = await measuredOne(measures, condition(change), step);
    const { rows } = await figures.admin.query<{ fingerprint: string; error_type: string }>(
      'select fingerprint, error_type from apm.error_groups where organization_id = $1',
      [ORGANIZATION],
    );
    const typeOf = (fingerprint: string) => rows.find((row) => row.fingerprint === fingerprint)?.error_type;
    return instances.map(({ labels, value }) => [typeOf(labels.error_fingerprint!), value]).sort();
  };

  it('is one of its rule when it is new, or back after silence, with enough occurrences', async () => {
    await figures.record([
      ...failing(2, 'New'),
      ...failing(3, 'New', { environment: 'test' }),
      ...failing(2, 'Known'),
      ...failing(9, 'Known'),
      ...failing(2, 'Back'),
      ...failing(100, 'Back'),
      ...failing(2, 'Elsewhere', { route: '/b', version: '2' }),
      ...failing(40, 'Elsewhere', { route: '/a', version: '1' }),
      ...failing(90, 'Gone'),
    ]);
    expect(await typesOf()).toEqual([['New', 4]]);
    expect(await typesOf({ quiet_secs: 3_600 })).toEqual([
      ['Back', 2],
      ['New', 4],
    ]);
    // A third of an hour: what was last seen 40 minutes ago in another transaction is back by now.
    expect(await typesOf({ quiet_secs: 1_200 })).toEqual([
      ['Back', 2],
      ['Elsewhere', 2],
      ['New', 4],
    ]);
    expect(await typesOf({ min_occurrences: 4 })).toEqual([['New', 4]]);
    expect(await typesOf({ min_occurrences: 5 })).toEqual([]);
    expect(await typesOf({ filters: { service: 'fails', environment: 'test' } })).toEqual([['New', 2]]);
    // Whose first span was 100 minutes ago, in another version: a deployment makes no service new (ALERT-7).
    const { instances } = await measuredOne(measures, condition(), step);
    expect(Math.floor((step * MINUTE - instances[0]!.first_seen_micros!) / MINUTE)).toBeGreaterThan(90);
  });
});

describe('absence (ALERT-15)', () => {
  it('is reported for what was there in enough of the sixty minutes before, in spans of any kind', async () => {
    const busy = (service: string, minutes: number, change: Request = {}) =>
      Array.from({ length: minutes }, (_, index) => requests(1, 6 + index, { service, ...change })).flat();
    await figures.record([
      ...busy('went-away', 40),
      ...busy('seldom', 39),
      ...busy('worker', 40, { kind: 1, name: 'tick' }),
      ...busy('still-here', 60),
      ...requests(7, 3, { service: 'still-here' }),
      ...requests(1, 3, { service: 'still-here', kind: 3, attributes: { 'server.address': 'db' } }),
    ]);
    const condition: MeasuredCondition = {
      type: 'absence',
      of: 'service',
      filters: {},
      group_by: ['service'],
      expected_minutes: 40,
    };
    expect(await valuesOfCondition(condition)).toEqual({ 'went-away': 0, worker: 0, 'still-here': 8 });
  });
});

describe('an answer', () => {
  it('has one digest for one snapshot, whatever the order of the specs', async () => {
    await figures.record([...requests(5, 2, { service: 'one' }), ...requests(5, 2, { service: 'two' })]);
    const specs = [
      specOf(red({ figure: 'p95' })),
      specOf(red({ figure: 'rate' }), 60),
      specOf(red({ of: 'transaction', group_by: ['transaction', 'service'] })),
      specOf({ type: 'sql' } as MeasuredCondition),
    ];
    const first = await measured(measures, specs, step);
    const again = await measured(measures, specs.toReversed(), step);
    expect(again.digest).toBe(first.digest);
    expect(first.specs.map(({ id }) => id)).toEqual(specs.map(({ id }) => id));
    await figures.record(requests(1, 2, { service: 'one' }));
    expect((await measured(measures, specs, step)).digest).not.toBe(first.digest);
  });

  it('is that of its organization alone, and of filters of any letters', async () => {
    await figures.record(requests(2, 2, { service: "o'other" }), OTHER_ORGANIZATION);
    expect(await valuesOfCondition(ofService("o'other"))).toEqual({});
    const of = await measured(measures, [specOf(red())], step, { organization_id: OTHER_ORGANIZATION });
    expect(valuesOf(of.specs[0]!.instances)).toEqual({ "o'other": 2 });
  });

  it('lists the minutes of its longest window in which something was dropped, and what it holds of each partition', async () => {
    const gap = (minutesAgo: number, reason: string) =>
      figures.admin.query('insert into apm.gaps values ($1, $2, $3, 7, 0) on conflict do nothing', [
        ORGANIZATION,
        step - minutesAgo,
        reason,
      ]);
    await gap(1, 'late');
    await gap(30, 'queue_full');
    await gap(31, 'late');
    const { coverage, offsets } = await measured(measures, [specOf(red()), specOf(red(), 30)], step);
    expect(coverage.gap_minutes).toEqual([
      { minute: step - 30, reason: 'queue_full' },
      { minute: step - 1, reason: 'late' },
    ]);
    expect(coverage.replaying).toBe(false);
    const { rows } = await figures.admin.query<{ n: string }>('select n from apm.delta_offsets');
    expect(offsets).toEqual([{ shard: 0, partition: 0, n: Number(rows[0]!.n) }]);
  });

  it('says of each spec that cannot be measured why, and measures the others', async () => {
    await figures.record(requests(2, 2, { service: 'sound' }));
    const broken: [object, string][] = [
      [{ type: 'forecast' }, 'Conditions of this type are not measured.'],
      [red({ figure: 'p42' as never }), 'The figure must be one of'],
      [red({ group_by: ['transaction'] }), 'A service has no transaction'],
      [red({ filters: { dependency: 'db' } }), 'A service has no dependency'],
      [red({ filters: { service: 'a\0b' } }), 'without NUL'],
      [red({ of: 'host' as never }), 'A figure must be of one of'],
      [{ ...red(), filters: null }, 'The filters are missing.'],
    ];
    const specs = broken.map(([condition]) => specOf(condition as MeasuredCondition));
    const { specs: answers } = await measured(measures, [...specs, specOf(ofService('sound'))], step);
    for (const [index, [, sentence]] of broken.entries()) {
      expect(answers[index]!.instances).toEqual([]);
      expect(answers[index]!.error).toContain(sentence);
    }
    expect(valuesOf(answers.at(-1)!.instances)).toEqual({ sound: 2 });
    const tooLong = await measured(measures, [specOf(red(), 4_321)], step);
    expect(tooLong.specs[0]!.error).toContain('The window must be');
  });

  it('refuses specs without ids of their own', async () => {
    const twice = specOf(red(), 5, 'same');
    await expect(measured(measures, [twice, twice], step)).rejects.toThrow('an id of its own');
    await expect(measured(measures, [null as never], step)).rejects.toThrow('an id of its own');
  });

  it('keeps the label sets that were first seen where there are too many, and says how many it refuses', () => {
    const instances = Array.from({ length: MAX_INSTANCES + 3 }, (_, index) => ({
      labels: { service: `s${index}` },
      value: 1,
      samples: 1,
      first_seen_micros: (index * 7) % (MAX_INSTANCES + 3),
    }));
    const { instances: kept, refused } = limited(instances);
    expect([kept.length, refused]).toEqual([MAX_INSTANCES, 3]);
    expect(Math.max(...kept.map((one) => one.first_seen_micros!))).toBe(MAX_INSTANCES - 1);
  });
});

describe('a step is measured (ALERT-1)', () => {
  const setStreamTime = (micros: number) =>
    figures.admin.query('update apm.delta_offsets set stream_time_micros = $1', [micros]);
  const status = async (change: object) => (await measures.measure(askFor([], step, change))).status;
  const end = () => step * STEP_MICROS;

  it.each([
    ['provisional', 0, 30_000_000, 29_999_999],
    ['provisional', 0, 0, -1],
    ['final', 300_000_000, 0, -1],
  ] as const)(
    'in its %s pass once stream time is %i + %i microseconds past its end',
    async (pass, grace, settle, less) => {
      await setStreamTime(end() + grace + less);
      expect(await status({ pass, settle_micros: settle })).toBe('not_yet');
      await setStreamTime(end() + grace + settle);
      expect(await status({ pass, settle_micros: settle })).toBe('measured');
    },
  );

  it('not while one partition is behind, or the projector replays its log', async () => {
    await setStreamTime(figures.nowMicros);
    await figures.admin.query(
      `insert into apm.delta_offsets (shard, part, lineage, n, stream_time_micros) values (1, 0, gen_random_uuid(), 1, $1)`,
      [end() - 1],
    );
    expect(await status({ pass: 'provisional' })).toBe('not_yet');
    expect(await progressOf(figures)).toEqual({
      stream_time_micros: end() - 1,
      late_grace_micros: 300_000_000,
      replaying: false,
      shards: [
        { shard: 0, stream_time_micros: expect.any(Number) as number },
        { shard: 1, stream_time_micros: end() - 1 },
      ],
      faults: [],
    });
    await figures.admin.query('delete from apm.delta_offsets where shard = 1');
    expect(await status({ pass: 'provisional' })).toBe('measured');
    figures.projector = { ...figures.projector, replaying: true };
    expect(await status({ pass: 'provisional' })).toBe('not_yet');
    expect((await progressOf(figures)).replaying).toBe(true);
    figures.projector = { ...figures.projector, replaying: false };
  });
});
