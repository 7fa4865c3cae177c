import { describe, expect, it } from 'vitest';
import type { MetricCondition } from '@spanwise/contracts/alerting/alert-conditions';
import { RuleBody } from '@spanwise/contracts/alerting/alert-rules';
import type { ServiceError } from '@spanwise/contracts/base/errors';
import { parse } from '@spanwise/contracts/authz/parse';
import { definitionOf, evaluatedPartOf, telemetryRead, type RuleDefinition } from './rule-definition.js';
import { shownQuery } from './synthesised-query.js';

const RULE = {
  name: 'Failures',
  query: { language: 'promql', statement: '', period_secs: 300, stream: { name: 'default', stream_type: 'metrics' } },
  trigger: { operator: 'gt', threshold: 5, for_periods: 2, silence_secs: 300 },
};
const body = (statement: string, change: object = {}) =>
  parse(RuleBody, { ...RULE, query: { ...RULE.query, statement }, ...change });
const definition = (statement: string, change: object = {}, stored?: RuleDefinition) =>
  definitionOf(body(statement, change), stored);
const metric = (change: Partial<MetricCondition>): Partial<MetricCondition> => ({
  type: 'metric',
  filters: [],
  function: 'last',
  aggregate: 'sum',
  group_by: [],
  ...change,
});
const faultOf = (work: () => unknown): ServiceError => {
  try {
    work();
  } catch (error) {
    return error as ServiceError;
  }
  return expect.fail('nothing was refused');
};

describe('an expression in PromQL (ALERT-116)', () => {
  it.each<[string, Partial<MetricCondition>]>([
    ['sum(up)', metric({ metric: 'up' })],
    ['up', metric({ metric: 'up', by_series: true })],
    ['rate(x[5m])', metric({ metric: 'x', function: 'rate', by_series: true })],
    ['avg by (job) (up)', metric({ metric: 'up', aggregate: 'avg', group_by: ['job'] })],
    [
      'max(temperature) by (room, "house.name")',
      metric({ metric: 'temperature', aggregate: 'max', group_by: ['room', 'house.name'] }),
    ],
    [
      'count(((up{job="a"})))',
      metric({ metric: 'up', aggregate: 'count', filters: [{ label: 'job', operator: 'eq', value: 'a' }] }),
    ],
    [
      `sum by (job) (rate(http_total{code=~"5\\\\d+", job!='a\\'b', path!~\`/x\\d\`}[5m]))`,
      metric({
        metric: 'http_total',
        function: 'rate',
        group_by: ['job'],
        filters: [
          { label: 'code', operator: 're', value: '5\\d+' },
          { label: 'job', operator: 'neq', value: "a'b" },
          { label: 'path', operator: 'nre', value: '/x\\d' },
        ],
      }),
    ],
    [
      'min(increase({"http.requests", "a.b"="c"}[1h]))',
      metric({
        metric: 'http.requests',
        function: 'increase',
        aggregate: 'min',
        filters: [{ label: 'a.b', operator: 'eq', value: 'c' }],
      }),
    ],
    ['sum({__name__="up"})', metric({ metric: 'up' })],
    [
      'max by (pod) (max_over_time(memory[10m]))',
      metric({ metric: 'memory', function: 'max', aggregate: 'max', group_by: ['pod'] }),
    ],
    ['sum(last_over_time(up[1m])) # of all', metric({ metric: 'up' })],
    [
      'histogram_quantile(0.95, sum by (le, route) (rate(latency_bucket{job="a"}[5m])))',
      metric({
        metric: 'latency',
        function: 'quantile',
        quantile: 0.95,
        group_by: ['route'],
        filters: [{ label: 'job', operator: 'eq', value: 'a' }],
      }),
    ],
    [
      'sum by (a, b) (rate(x[5m])) / sum by (b, a) (rate(y[5m]))',
      metric({
        metric: 'x',
        function: 'rate',
        group_by: ['a', 'b'],
        divided_by: { metric: 'y', filters: [], function: 'rate', aggregate: 'sum', group_by: ['a', 'b'] },
      }),
    ],
  ])('%s', (statement, condition) => {
    expect(definition(statement).condition).toEqual({ ...condition, promql: statement });
  });

  it.each<[string, number, number]>([
    ['sum(rate(x[10m]))', 600, 10],
    ['sum(rate(x[1h30m]))', 5_400, 90],
    ['sum(rate(x[1d]))', 86_400, 1_440],
    ['sum(up)', 300, 5],
  ])('has the window of its range: %s', (statement, period, minutes) => {
    const found = definition(statement);
    expect([found.period_secs, evaluatedPartOf(found).window_minutes]).toEqual([period, minutes]);
  });

  it.each([
    ['sum(x) > 0.5', 'gt', 0.5],
    ['sum(x) >= 1e3', 'gte', 1_000],
    ['0 < sum(x)', 'gt', 0],
    ['5 >= sum(x)', 'lte', 5],
    ['1 == sum(x)', 'eq', 1],
    ['sum(x) < 2', 'lt', 2],
    ['(sum(x)) != -1', 'neq', -1],
    ['up{job="a"} == 0', 'eq', 0],
    ['sum(x) / sum(y) <= (2)', 'lte', 2],
  ])('that is compared with a number has its threshold: %s', (statement, operator, threshold) => {
    expect(definition(statement).trigger).toEqual({ operator, threshold, for_periods: 2, silence_secs: 300 });
  });

  it.each([
    ['default', 'metrics', 'x', undefined],
    ['x', 'metrics', 'x', undefined],
    ['app', 'metrics', 'x', 'app'],
    ['app', 'logs', 'x', undefined],
  ])('is read from the stream %s of %s', (name, stream_type, of, stream) => {
    const query = { ...RULE.query, stream: { name, stream_type }, statement: `sum(${of})` };
    expect((definition('', { query }).condition as MetricCondition).stream).toBe(stream);
  });

  it.each<[string, string]>([
    ['sum(', 'is no PromQL expression: see character 5'],
    ['irate(x[5m])', 'the function irate'],
    ['sum(absent(x))', 'the function absent'],
    ['topk(3, x)', 'the aggregation topk'],
    ['sum without (pod) (x)', 'without'],
    ['sum(x offset 5m)', 'offset'],
    ['sum(x @ 5)', '@'],
    ['sum(max_over_time(rate(x[5m])[1h:5m]))', 'a subquery'],
    ['sum(x) * 100', 'the operator *'],
    ['sum(x) / 2', 'is a number'],
    ['sum(x) and sum(y)', 'the operator and'],
    ['sum(x / y)', 'the operator / within'],
    ['sum(x) / on (job) sum(y)', 'on (job)'],
    ['sum(x) > bool 3', 'bool'],
    ['sum(x) > sum(y)', 'compares two expressions'],
    ['(sum(x) > 1) / sum(y)', 'has a part that is not known|the operator >'],
    ['sum by (a) (x) / sum by (b) (y)', 'different labels'],
    ['sum(x) / y', 'different labels'],
    ['x[5m]', 'a range without a function'],
    ['sum(sum(x))', 'the aggregation sum within'],
    ['sum(rate(x[5m])) / sum(rate(y[1m]))', 'different ranges'],
    ['sum(rate(x[90s]))', 'whole minutes'],
    ['sum(rate(x[2d]))', 'whole minutes'],
    ['sum(rate(x))', 'a range such as'],
    ['sum(x[5m])', 'a range without a function'],
    ['sum({job="a"})', 'without the name of a metric'],
    ['sum({__name__=~"a.*"})', 'matches names'],
    ['sum(x{__name__="y"})', 'names a metric twice'],
    ['histogram_quantile(0.95, sum(rate(x_bucket[5m])))', 'by \\(le\\)'],
    ['histogram_quantile(2, sum by (le) (rate(x_bucket[5m])))', 'from 0 to 1'],
    ['histogram_quantile(0.9, sum by (le) (rate(x[5m])))', 'NAME_bucket'],
    ['sum(-x)', 'a sign'],
    ['5', 'is a number'],
    ['"text"', 'a text'],
    ['sum(x{a=~"("})', 'regular expression'],
    ['sum(x{a="\\u0000"})', 'without NUL'],
    ['sum(x{a="\\q"})', 'the escape'],
    [`sum(${'('.repeat(500)}x${')'.repeat(500)})`, 'too many parentheses'],
    [`sum(${'x'.repeat(5_000)})`, 'at most 4096 characters'],
    [`sum(${'x'.repeat(300)})`, 'at most 255 characters'],
  ])('that is more than the subset is refused by its name: %s', (statement, reason) => {
    const { kind, details } = faultOf(() => definition(statement));
    expect({ kind, field: details?.[0]!.field }).toEqual({ kind: 'invalid_argument', field: 'query.statement' });
    const [plain, ...others] = reason.includes('|') || reason.includes('\\') ? [] : [reason];
    if (plain === undefined) expect(details![0]!.reason).toMatch(new RegExp(reason));
    else expect([details![0]!.reason.includes(plain), ...others]).toEqual([true]);
  });

  it('is refused where nothing can meet its threshold, or thresholds say something else', () => {
    expect(faultOf(() => definition('sum(rate(x[5m])) < 0')).details?.[0]!.field).toBe('trigger.threshold');
    const thresholds = [{ severity: 'error', operator: 'gt', threshold: 7 }];
    expect(faultOf(() => definition('sum(x) > 5', { thresholds })).details?.[0]!.field).toBe('thresholds');
    expect(definition('sum(x)', { thresholds }).thresholds).toMatchObject(thresholds);
  });

  it('is shown as it was sent, and stays what it is when it is sent back', () => {
    const stored = definition('sum by (a) (rate(x[10m])) > 2');
    const shown = shownQuery(stored.condition);
    expect(shown).toEqual({
      language: 'promql',
      statement: 'sum by (a) (rate(x[10m])) > 2',
      stream: { name: 'x', stream_type: 'metrics' },
    });
    const query = { ...shown, period_secs: stored.period_secs };
    expect(definition('', { query, trigger: stored.trigger }, stored)).toEqual(stored);
    expect(definition('', { query, condition: stored.condition }, stored)).toEqual(stored);
    expect(telemetryRead(stored)).toBeDefined();
    expect(telemetryRead(definition('', { query }, stored), stored)).toBeUndefined();
    expect(telemetryRead(definition('sum(y)'), stored)).toBeDefined();
  });

  it('beside another condition is refused', () => {
    const stored = definition('sum(x)').condition;
    const condition = { ...stored, metric: 'y' };
    expect(
      faultOf(() => definitionOf(parse(RuleBody, { ...RULE, query: undefined, condition }))).details?.[0]!.field,
    ).toBe('condition.promql');
    expect(faultOf(() => definition('sum(y)', { condition: stored })).details?.[0]!.field).toBe('query.statement');
  });
});

describe('a condition over metrics (ALERT-114)', () => {
  const fault = (change: object) =>
    faultOf(() =>
      definitionOf(
        parse(RuleBody, {
          name: 'x',
          trigger: { operator: 'gt', threshold: 1 },
          condition: { ...metric({ metric: 'x', group_by: ['a'] }), ...change },
        }),
      ),
    ).details?.[0]!.field;
  const divisor = { metric: 'y', filters: [], function: 'last', aggregate: 'sum', group_by: ['a'] };

  it.each<[string, object, string]>([
    ['an unknown function', { function: 'irate' }, 'function'],
    ['a quantile of a gauge', { quantile: 0.5 }, 'quantile'],
    ['no quantile of a histogram', { function: 'quantile' }, 'quantile'],
    ['a quantile above 1', { function: 'quantile', quantile: 1.5 }, 'quantile'],
    ['an average of quantiles', { function: 'quantile', quantile: 0.5, aggregate: 'avg' }, 'aggregate'],
    ['a label twice', { group_by: ['a', 'a'] }, 'group_by'],
    ['a broken pattern', { filters: [{ label: 'a', operator: 're', value: '(' }] }, 'filters.0.value'],
    ['an unknown match', { filters: [{ label: 'a', operator: 'like', value: '' }] }, 'filters.0.operator'],
    ['a stream of the platform', { stream: '_spanwise_x' }, 'stream'],
    ['a stream that is none', { stream: 'a b' }, 'stream'],
    ['other labels of the divisor', { divided_by: { ...divisor, group_by: [] } }, 'divided_by.group_by'],
    ['labels of series', { by_series: true }, 'group_by'],
    ['a floor without a divisor', { denominator_floor: 5 }, 'denominator_floor'],
    ['an unknown member', { window: 5 }, 'window'],
  ])('refuses %s', (_, change, member) => expect(fault(change)).toBe(`condition.${member}`));
});
