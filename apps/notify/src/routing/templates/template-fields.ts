/** What templates may name, by group (DELIVERY-24), and texts to start from. */
import type { NotificationCategory } from '@spanwise/contracts/notify/recipients';
import type { TemplateField, TemplateFields, TemplatePreset } from '@spanwise/contracts/notify/routing';

const ALERTS = ['alert.triggered', 'alert.acknowledged', 'alert.resolved', 'alert.escalated'];
const SHIFTS = ['oncall.shift.starting', 'oncall.shift.started', 'oncall.shift.ended'];
const DIGESTS = ['alert.digest'];
const OVERRIDES = ['oncall.override.created'];

interface Group {
  /** As clients show it; absent: by its own name. */
  group?: string;
  categories: NotificationCategory[];
  eventTypes: string[];
  examples: Record<string, string>;
}

const alerts = (examples: Record<string, string>): Group => ({
  categories: ['alert', 'escalation'],
  eventTypes: ALERTS,
  examples,
});

const GROUPS: Record<string, Group> = {
  event: {
    categories: ['alert', 'oncall', 'escalation', 'report', 'security', 'system'],
    eventTypes: [],
    examples: {
      'event.id': 'alert.triggered:0190c5a2',
      'event.type': 'alert.triggered',
      'event.occurred_at': '2026-01-01T00:00:00Z',
    },
  },
  message: {
    categories: ['alert', 'oncall', 'escalation', 'report', 'security', 'system'],
    eventTypes: [],
    examples: { 'message.title': 'Checkout is slow', 'message.text': 'p95 is 2 s' },
  },
  rule: alerts({ 'rule.id': '0190c5a2', 'rule.name': 'Checkout p95', 'rule.description': 'p95 above 1 s' }),
  incident: alerts({
    'incident.id': '0190c5a3',
    'incident.fingerprint': '9f2c',
    'incident.status': 'firing',
    'incident.summary': 'Checkout is slow',
  }),
  incidents: {
    group: 'incident',
    categories: ['alert', 'oncall'],
    eventTypes: [...DIGESTS, ...SHIFTS],
    examples: {
      incident_count: '2',
      'incidents.0.incident_id': '0190c5a3',
      'incidents.0.severity': 'critical',
      'incidents.0.summary': 'Checkout is slow',
    },
  },
  trigger: alerts({ severity: 'critical', value: '2.0', threshold: '1.0', evaluated_at: '2026-01-01T00:00:00Z' }),
  labels: alerts({ 'labels.service': 'checkout' }),
  annotations: alerts({ 'annotations.runbook': 'https://runbooks.example/checkout' }),
  schedule: {
    categories: ['oncall'],
    eventTypes: [...SHIFTS, ...OVERRIDES, 'oncall.coverage.missing'],
    examples: {
      'schedule.id': '0190c5a4',
      'schedule.name': 'Payments',
      'schedule.team_id': '0190c5a5',
      'schedule.timezone': 'Europe/Berlin',
    },
  },
  oncall: {
    categories: ['oncall'],
    eventTypes: SHIFTS,
    examples: {
      'oncall.current_user_id': '0190c5a6',
      'oncall.next_user_id': '0190c5a7',
      'oncall.transition_at': '2026-01-01T08:00:00Z',
    },
  },
  override: {
    categories: ['oncall'],
    eventTypes: OVERRIDES,
    examples: {
      'override.id': '0190c5a8',
      'override.user_id': '0190c5a6',
      'override.original_user_id': '0190c5a7',
      'override.start_at': '2026-01-01T08:00:00Z',
      'override.end_at': '2026-01-01T16:00:00Z',
      'override.reason': 'holiday',
    },
  },
};

/** A field as clients name it: its path with underscores. */
const keyOf = (path: string): string => path.replaceAll('.', '_');

const fields: TemplateField[] = Object.entries(GROUPS).flatMap(
  ([name, { group = name, categories, eventTypes, examples }]) =>
    Object.entries(examples).map(([path, example]) => ({
      key: keyOf(path),
      token: `{{${path}}}`,
      group,
      categories,
      example,
      event_types: eventTypes,
    })),
);

/** The path of each field whose key is another text. */
export const PATH_OF_KEY: ReadonlyMap<string, string> = new Map(
  Object.values(GROUPS).flatMap(({ examples }) => Object.keys(examples).map((path) => [keyOf(path), path])),
);

const preset = (
  key: string,
  category: NotificationCategory,
  event_type: string,
  format: TemplatePreset['format'],
  body: string,
): TemplatePreset => ({ key, category, event_type, format, body });

const FIRING = '{{rule.name}} is firing ({{severity}}): {{incident.summary}}';
const MESSAGE_TEXT = '{{message.title}}\n{{message.text}}';

export const TEMPLATE_FIELDS: TemplateFields = {
  fields,
  presets: [
    preset('alert_text', 'alert', 'alert.triggered', 'text', FIRING),
    preset(
      'alert_markdown',
      'alert',
      'alert.triggered',
      'markdown',
      FIRING.replace('{{rule.name}}', '*{{rule.name}}*'),
    ),
    preset(
      'alert_html',
      'alert',
      'alert.triggered',
      'html',
      `<p>${FIRING.replace('{{rule.name}}', '<b>{{rule.name}}</b>')}</p>`,
    ),
    preset(
      'alert_resolved',
      'alert',
      'alert.resolved',
      'markdown',
      '*{{rule.name}}* is resolved: {{incident.summary}}',
    ),
    preset(
      'alert_escalated',
      'escalation',
      'alert.escalated',
      'text',
      'Escalated: {{incident.summary}} ({{severity}})',
    ),
    preset(
      'oncall_shift',
      'oncall',
      'oncall.shift.starting',
      'text',
      'Your shift of {{schedule.name}} begins at {{oncall.transition_at}}.',
    ),
    preset('alert_digest', 'alert', 'alert.digest', 'text', MESSAGE_TEXT),
    preset('oncall_shift_ended', 'oncall', 'oncall.shift.ended', 'text', MESSAGE_TEXT),
    preset('oncall_coverage', 'oncall', 'oncall.coverage.missing', 'text', 'No user is on call in {{schedule.name}}.'),
    preset('report_ready', 'report', 'report.ready', 'text', MESSAGE_TEXT),
    preset('security_access', 'security', 'security.access.detected', 'text', MESSAGE_TEXT),
    preset('system_health', 'system', 'system.health.changed', 'text', MESSAGE_TEXT),
  ],
  label_keys: ['service', 'namespace', 'environment', 'severity', 'team'],
  annotation_keys: ['summary', 'description', 'runbook'],
};
