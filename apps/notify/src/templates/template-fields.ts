/** What templates may name, by group (peer facts 4.7), and texts to start from. */
import type { NotificationCategory } from '@spanwise/contracts/notify-recipients';
import type { TemplateField, TemplateFields, TemplatePreset } from '@spanwise/contracts/notify-routing';

const ALERTS = ['alert.triggered', 'alert.acknowledged', 'alert.resolved', 'alert.escalated'];
const SHIFTS = ['oncall.shift.starting', 'oncall.shift.started'];
const OVERRIDES = ['oncall.override.created'];

interface Group {
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

const fields: TemplateField[] = Object.entries(GROUPS).flatMap(([group, { categories, eventTypes, examples }]) =>
  Object.entries(examples).map(([key, example]) => ({
    key,
    token: `{{${key}}}`,
    group,
    categories,
    example,
    event_types: eventTypes,
  })),
);

const preset = (
  category: NotificationCategory,
  event_type: string,
  format: TemplatePreset['format'],
  body: string,
): TemplatePreset => ({ key: event_type, category, event_type, format, body });

export const TEMPLATE_FIELDS: TemplateFields = {
  fields,
  presets: [
    preset('alert', 'alert.triggered', 'markdown', '*{{rule.name}}* is firing ({{severity}}): {{incident.summary}}'),
    preset('alert', 'alert.resolved', 'markdown', '*{{rule.name}}* is resolved: {{incident.summary}}'),
    preset('escalation', 'alert.escalated', 'text', 'Escalated: {{incident.summary}} ({{severity}})'),
    preset(
      'oncall',
      'oncall.shift.starting',
      'text',
      'Your shift of {{schedule.name}} begins at {{oncall.transition_at}}.',
    ),
    preset('oncall', 'oncall.coverage.missing', 'text', 'Nobody is on call in {{schedule.name}}.'),
    preset('report', 'report.ready', 'text', '{{message.title}}\n{{message.text}}'),
    preset('security', 'security.access.detected', 'text', '{{message.title}}\n{{message.text}}'),
    preset('system', 'system.health.changed', 'text', '{{message.title}}\n{{message.text}}'),
  ],
  label_keys: ['service', 'namespace', 'environment', 'severity', 'team'],
  annotation_keys: ['summary', 'description', 'runbook'],
};
