/** What the dashboards and the alert rules use of Grafana's and Prometheus's models; a member outside of it is taken for a slip. */
import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1 };
const count = { type: 'integer', minimum: 0 };
const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const datasource = object({ type: { const: 'prometheus' }, uid: { const: '${datasource}' } });
const target = object({ refId: { type: 'string', pattern: '^[A-Z]$' }, expr: text, legendFormat: text }, [
  'refId',
  'expr',
]);
const gridPos = object({ x: { ...count, maximum: 23 }, y: count, w: { ...count, maximum: 24 }, h: count });
const fieldConfig = object({
  defaults: object({ unit: text, min: { type: 'number' }, max: { type: 'number' } }, ['unit']),
  overrides: { type: 'array', maxItems: 0 },
});
const row = object({
  id: count,
  type: { const: 'row' },
  title: text,
  collapsed: { const: false },
  gridPos,
  panels: { maxItems: 0 },
});
const graph = object(
  {
    id: count,
    type: { enum: ['timeseries', 'stat'] },
    title: text,
    description: text,
    datasource,
    gridPos,
    fieldConfig,
    targets: { type: 'array', minItems: 1, items: target },
  },
  ['id', 'type', 'title', 'datasource', 'gridPos', 'fieldConfig', 'targets'],
);
const DASHBOARD = object({
  uid: { type: 'string', pattern: '^spanwise-[a-z-]+$' },
  title: text,
  tags: { type: 'array', items: text },
  schemaVersion: { type: 'integer', minimum: 36 },
  editable: { type: 'boolean' },
  refresh: text,
  time: object({ from: text, to: text }),
  templating: object({
    list: {
      type: 'array',
      items: object({ name: { const: 'datasource' }, type: { const: 'datasource' }, query: { const: 'prometheus' } }),
    },
  }),
  panels: {
    type: 'array',
    minItems: 1,
    items: { type: 'object', required: ['type'], discriminator: { propertyName: 'type' }, oneOf: [row, graph] },
  },
});

const duration = { type: 'string', pattern: '^(\\d+(ms|[smhdwy]))+$' };
const texts = { type: 'object', additionalProperties: text };
const recorded = object(
  { record: { type: 'string', pattern: '^spanwise:[a-z_]+:[a-z0-9_]+$' }, expr: text, labels: texts },
  ['record', 'expr'],
);
const alert = object(
  {
    alert: { type: 'string', pattern: '^Spanwise[A-Z][A-Za-z]+$' },
    expr: text,
    for: duration,
    keep_firing_for: duration,
    labels: { ...texts, properties: { severity: { enum: ['page', 'ticket', 'none'] } }, required: ['severity'] },
    annotations: { ...texts, required: ['summary', 'description', 'runbook_url'] },
  },
  ['alert', 'expr', 'labels', 'annotations'],
);
const rule = { anyOf: [recorded, alert] };
const group = object({ name: text, interval: duration, rules: { type: 'array', items: rule } }, ['name', 'rules']);
const RULES = object({ groups: { type: 'array', items: group } });

const ajv = new Ajv({ allErrors: true, discriminator: true, strictTypes: false });
const isDashboard = ajv.compile(DASHBOARD);
const isRules = ajv.compile(RULES);

/** @param {object} rules a Prometheus rule file @returns {string[]} */
export const rulesSchemaFaults = (rules) => (isRules(rules) ? [] : isRules.errors.map(sentence));

/** @param {object} dashboard @returns {string[]} */
export function dashboardSchemaFaults(dashboard) {
  const faults = isDashboard(dashboard) ? [] : isDashboard.errors.map(sentence);
  const ids = (dashboard.panels ?? []).map(({ id }) => id);
  if (new Set(ids).size !== ids.length) faults.push('two panels have one id');
  return faults;
}

const sentence = ({ instancePath, message, params }) =>
  `${instancePath || 'the file'} ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}`;
