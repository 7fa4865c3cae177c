/** Alert rules, dashboards and the runbook against their schemas and against the metrics that the services have. */
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../../launcher/paths.mjs';
import { yamlDocuments } from '../deployment/manifests.mjs';
import { dashboardSchemaFaults, rulesSchemaFaults } from './schemas.mjs';
import { namesOf } from './promql.mjs';
import { serviceMetrics, SERVICES } from './service-metrics.mjs';

const ALERTS = 'deploy/prometheus/alerts.yaml';
const DASHBOARDS = 'deploy/grafana';
const RUNBOOK = 'docs/runbook.md';
/** Of every scraped series (k8s/components/prometheus); `job` is the service's name. */
const TARGET_LABELS = ['job', 'instance', 'namespace', 'pod'];

const read = (path) => readFileSync(inRoot(path), 'utf8');

/** @returns {Promise<string[]>} one sentence for each fault of the files as they are */
export async function observabilityFaults() {
  const [rules] = yamlDocuments(read(ALERTS), ALERTS);
  const dashboards = readdirSync(inRoot(DASHBOARDS)).filter((file) => file.endsWith('.json'));
  const metrics = await serviceMetrics();
  return [
    ...ruleFaults(rules, metrics),
    ...runbookFaults(rules, read(RUNBOOK)),
    ...dashboards.flatMap((file) => dashboardFaults(file, JSON.parse(read(`${DASHBOARDS}/${file}`)), metrics, rules)),
    ...(dashboards.length === 0 ? [`${DASHBOARDS} has no dashboard`] : []),
  ];
}

const rulesOf = (rules) => (rules.groups ?? []).flatMap((group) => group.rules ?? []);
const alertsOf = (rules) => rulesOf(rules).filter((rule) => rule.alert !== undefined);

/** @param {object} rules a Prometheus rule file @param {Map<string, { labels: Set<string> }>} metrics */
export function ruleFaults(rules, metrics) {
  const faults = rulesSchemaFaults(rules);
  const known = withRecorded(metrics, rules);
  for (const rule of rulesOf(rules)) {
    const name = rule.alert ?? rule.record;
    faults.push(...expressionFaults(String(rule.expr), known).map((fault) => `${name}: ${fault}`));
  }
  const names = rulesOf(rules).map((rule) => rule.alert ?? rule.record);
  faults.push(...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name}: is there twice`));
  return faults;
}

/** Every alert has its section with the three questions answered, and leads to it. */
export function runbookFaults(rules, runbook) {
  const sections = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')).trim(), text]),
  );
  const alerts = alertsOf(rules).map(({ alert }) => alert);
  const faults = alertsOf(rules).flatMap(({ alert, annotations }) => {
    const url = `${RUNBOOK}#${alert.toLowerCase()}`;
    const section = sections.get(alert);
    if (section === undefined) return [`${RUNBOOK}: ${alert} has no section`];
    return [
      ...(annotations?.runbook_url === url ? [] : [`${alert}: its runbook_url must be ${url}`]),
      ...['**Means.**', '**Look.**', '**Do.**']
        .filter((part) => !section.includes(part))
        .map((part) => `${RUNBOOK}: ${alert} does not say ${part}`),
    ];
  });
  const orphans = [...sections.keys()].filter((name) => name.startsWith('Spanwise') && !alerts.includes(name));
  return [...faults, ...orphans.map((name) => `${RUNBOOK}: there is no alert ${name}`)];
}

/** @param {string} file @param {object} dashboard */
export function dashboardFaults(file, dashboard, metrics, rules) {
  const known = withRecorded(metrics, rules);
  const faults = dashboardSchemaFaults(dashboard);
  for (const panel of dashboard.panels ?? []) {
    for (const { expr, legendFormat = '' } of panel.targets ?? []) {
      const shown = [...legendFormat.matchAll(/{{\s*(\w+)\s*}}/g)].map(([, label]) => label);
      const text = String(expr).replaceAll('$__rate_interval', '5m');
      faults.push(...expressionFaults(text, known, shown).map((fault) => `panel "${panel.title}": ${fault}`));
    }
  }
  return faults.map((fault) => `${DASHBOARDS}/${file}: ${fault}`);
}

/** @param {string[]} shown labels that a legend shows */
function expressionFaults(expression, known, shown = []) {
  const { metrics, grouping, fault } = namesOf(expression);
  if (fault !== undefined) return [`the expression ${fault}: ${expression}`];
  const constant = /^vector\(\d+\)$/.test(expression);
  if (metrics.length === 0 && !constant) return [`the expression names no metric: ${expression}`];
  const faults = [];
  const labels = new Set(TARGET_LABELS);
  for (const metric of metrics) {
    const entry = metric.name === 'up' ? { labels: new Set() } : known.get(metric.name);
    if (entry === undefined) faults.push(`there is no metric ${metric.name}`);
    for (const label of entry?.labels ?? []) labels.add(label);
    for (const label of metric.labels) {
      if (entry !== undefined && !entry.labels.has(label) && !TARGET_LABELS.includes(label))
        faults.push(`${metric.name} has no label ${label}`);
    }
  }
  for (const label of [...grouping, ...shown]) {
    if (!labels.has(label)) faults.push(`no metric of ${expression} has the label ${label}`);
  }
  const jobs = [...expression.matchAll(/job=~?"([^"]*)"/g)].flatMap(([, value]) => value.split('|'));
  for (const job of jobs) if (!SERVICES.includes(job)) faults.push(`there is no job ${job}`);
  return faults;
}

/** Recorded series have the labels that their rule groups by. */
function withRecorded(metrics, rules) {
  const known = new Map(metrics);
  for (const { record, expr } of rulesOf(rules)) {
    if (record !== undefined) known.set(record, { labels: new Set(namesOf(String(expr)).grouping) });
  }
  return known;
}
