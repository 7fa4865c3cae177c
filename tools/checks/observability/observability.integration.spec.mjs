// Errors planted into the real files: each must be found, and the files as they are must have none.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../launcher/paths.mjs';
import { yamlDocuments } from '../deployment/manifests.mjs';
import { dashboardFaults, observabilityFaults, ruleFaults, runbookFaults } from './observability.mjs';
import { namesOf } from './promql.mjs';
import { serviceMetrics } from './service-metrics.mjs';

const read = (path) => readFileSync(inRoot(...path.split('/')), 'utf8');
const alertsText = read('deploy/prometheus/alerts.yaml');
const rulesOf = (text) => yamlDocuments(text, 'alerts.yaml')[0];
const runbook = read('docs/runbook.md');
const dashboard = () => JSON.parse(read('deploy/grafana/overview.json'));

let metrics;
beforeAll(async () => {
  metrics = await serviceMetrics();
});

it('finds no fault in the files as they are', async () => expect(await observabilityFaults()).toEqual([]));

describe('an alert rule', () => {
  it.each([
    [
      'with an unknown metric',
      'spanwise_ledger_imbalance != 0',
      'spanwise_ledger_balance != 0',
      /no metric spanwise_ledger_balance/,
    ],
    ['with an unknown label', 'spanwise_log_sync_info{mode!=', 'spanwise_log_sync_info{sync!=', /has no label sync/],
    ['with an unknown job', 'up{job=~"gateway|iam', 'up{job=~"gatway|iam', /no job gatway/],
    ['that groups by an unknown label', 'max by (subsystem)', 'max by (system)', /has the label system/],
    [
      'over a series that is not recorded',
      '(spanwise:late_figures:ratio1h',
      '(spanwise:late_figures:ratio2h',
      /ratio2h/,
    ],
    [
      'that does not close a parenthesis',
      'delta(spanwise_projector_dead_letters_open[15m])',
      'delta(spanwise_projector_dead_letters_open[15m]',
      /cannot be read/,
    ],
    ['with an unknown member', '        for: 1m\n', '        fro: 1m\n', /fro/],
    ['with a wrong duration', 'interval: 30s', 'interval: soon', /interval|soon/],
    ['of an unknown severity', 'severity: ticket', 'severity: maybe', /severity must be equal/],
    ['without a summary', '          summary: The alerting works\n', '', /required property 'summary'/],
    ['of a name that is taken', 'alert: SpanwiseLogHole', 'alert: SpanwiseDeadLetters', /is there twice/],
  ])('%s is found', (_, from, to, expected) => {
    expect(alertsText).toContain(from);
    expect(ruleFaults(rulesOf(alertsText.replace(from, to)), metrics).join('\n')).toMatch(expected);
  });
});

describe('the runbook', () => {
  const rules = rulesOf(alertsText);
  it.each([
    ['without a section', runbook.replace('## SpanwiseLogHole', '## Something'), /SpanwiseLogHole has no section/],
    ['with a section of no alert', `${runbook}\n## SpanwiseGone\n`, /no alert SpanwiseGone/],
    ['that does not say what to do', runbook.replace('**Do.**', 'Do.'), /does not say \*\*Do\.\*\*/],
  ])('%s is found', (_, text, expected) => expect(runbookFaults(rules, text).join('\n')).toMatch(expected));
  it('that an alert does not lead to is found', () => {
    const other = rulesOf(alertsText.replace('runbook.md#spanwiseloghole', 'runbook.md#spanwiselogholes'));
    expect(runbookFaults(other, runbook).join('\n')).toMatch(/must be docs\/runbook\.md#spanwiseloghole/);
  });
});

describe('a dashboard', () => {
  const graph = (board) => board.panels.find(({ title }) => title === 'Spans by outcome');
  it.each([
    [
      'with an unknown metric',
      (board) => (graph(board).targets[0].expr = 'rate(spanwise_spans_total[5m])'),
      /no metric spanwise_spans_total/,
    ],
    [
      'with a legend of an unknown label',
      (board) => (graph(board).targets[0].legendFormat = '{{result}}'),
      /the label result/,
    ],
    [
      'with a bucket of what is no histogram',
      (board) => (graph(board).targets[0].expr = 'spanwise_intake_spans_total_bucket'),
      /no metric spanwise_intake_spans_total_bucket/,
    ],
    ['with a misspelt member', (board) => (graph(board).tragets = []), /tragets/],
    ['without a data source', (board) => delete graph(board).datasource, /datasource/],
    ['beyond the grid', (board) => (graph(board).gridPos.w = 30), /gridPos\/w/],
    ['of an unknown panel', (board) => (graph(board).type = 'graphs'), /type/],
    ['with one id twice', (board) => (graph(board).id = board.panels[0].id), /one id/],
  ])('%s is found', (_, plant, expected) => {
    const board = dashboard();
    plant(board);
    expect(dashboardFaults('overview.json', board, metrics, rulesOf(alertsText)).join('\n')).toMatch(expected);
  });
});

describe('the names in an expression', () => {
  it.each([
    ['sum by (le, route) (rate(a_bucket{job="x",route=~"a{2}|b"}[5m]))', ['a_bucket:job,route'], ['le', 'route']],
    ['sum(rate(a[5m])) without (b) / ignoring(c) group_left d offset 5m', ['a:', 'd:'], ['b', 'c']],
    ['a > 0.5 and b == bool 1 or vector(1)', ['a:', 'b:'], []],
    ['job:a:rate5m{x!="in(b"} # c', ['job:a:rate5m:x'], []],
  ])('%s', (expression, named, grouping) => {
    const names = namesOf(expression);
    expect(names.metrics.map(({ name, labels }) => `${name}:${labels.join()}`)).toEqual(named);
    expect([names.fault, names.grouping]).toEqual([undefined, grouping]);
  });
});
