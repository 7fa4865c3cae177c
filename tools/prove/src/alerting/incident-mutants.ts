/** Faults of what happens to incidents, of silences, of who is on call and of who is paged: `apps/notify/src`. */
import { mutantsOf, type AlertingMutant } from './mutant.js';

const NOTIFY = 'apps/notify/src';
const LIFECYCLE_SPEC = [`${NOTIFY}/incidents/incident-lifecycle.spec.ts`];
const NOTICES_SPEC = [`${NOTIFY}/incidents/incident-notices.spec.ts`];
const GROUPING_SPEC = [`${NOTIFY}/incidents/incident-grouping.spec.ts`];
const PAGING_SPEC = [`${NOTIFY}/paging/paging.spec.ts`];

const INCIDENTS = [
  ...mutantsOf(`${NOTIFY}/incidents/incident-lifecycle.ts`, LIFECYCLE_SPEC, [
    [
      'ALERT-30',
      'two that find the same label set at once open two incidents',
      'await lockIncident(this.client, this.organizationId, fingerprint);',
      '',
    ],
    [
      'ALERT-30',
      'what is opened again stays in the hands of before',
      'acknowledged_at: null,\n      acknowledged_by: null,\n      resolved_at: null,',
      'resolved_at: null,',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-lifecycle.ts`, NOTICES_SPEC, [
    [
      'ALERT-34',
      'what somebody has taken over is told again',
      "const isTaken = row.status === 'acknowledged';",
      'const isTaken = false;',
    ],
    [
      'ALERT-35',
      'a snooze keeps what gets worse quiet',
      'const awake: IncidentRow = { ...row, snoozed_until: null };',
      'const awake: IncidentRow = { ...row };',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-telling.ts`, LIFECYCLE_SPEC, [
    ['ALERT-34', 'all changes of an incident are one event', ':${row.events}`', ':0`'],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-telling.ts`, NOTICES_SPEC, [
    [
      'ALERT-36',
      'people hear of the end of what nobody was told of',
      'return row.is_told ? this.tell(over, eventType) : over;',
      'return this.tell(over, eventType);',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-grouping.ts`, GROUPING_SPEC, [
    ['ALERT-125', 'the first of a group is told at once', 'GROUP_WAIT_MS = 30_000', 'GROUP_WAIT_MS = 0'],
    [
      'ALERT-125',
      'what was told speaks for what is far worse',
      'if (told.some((one) => mayHoldBack(one.severity, severity)))',
      'if (told.some((one) => mayHoldBack(one.severity, severity) || one.id !== id))',
    ],
    [
      'ALERT-125',
      'each incident of a group speaks for itself',
      'if (told.some((one) => mayHoldBack(one.severity, severity)))',
      'if (told.some((one) => one.severity === null))',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-rules.ts`, LIFECYCLE_SPEC, [
    [
      'ALERT-30',
      'after ten minutes to the second it is another incident',
      'resolved.getTime() <= REOPENED_WITHIN_MS',
      'resolved.getTime() < REOPENED_WITHIN_MS',
    ],
    [
      'ALERT-31',
      'what is over can be taken over',
      "acknowledge: { from: ['open'],",
      "acknowledge: { from: ['open', 'resolved'],",
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-rules.ts`, NOTICES_SPEC, [
    [
      'ALERT-35',
      'silence_secs is ignored',
      "return isTooSoon ? { reason: 'silence_secs' } : undefined;",
      "return isTooSoon && worse ? { reason: 'silence_secs' } : undefined;",
    ],
    ['ALERT-50', 'silences do not see the severity', 'severity,\n  incident_id: id,', 'incident_id: id,'],
  ]),
];

const INHIBITION = mutantsOf(
  `${NOTIFY}/incidents/inhibition.ts`,
  [`${NOTIFY}/incidents/inhibition.spec.ts`],
  [
    [
      'ALERT-122',
      'a warning keeps what is critical quiet',
      'rank(one) >= rank(other) - 1',
      'rank(one) >= rank(other) - 3',
    ],
    ['ALERT-120', 'a shared trace or two are enough', 'MIN_SHARED = 0.5', 'MIN_SHARED = 0.05'],
    ['ALERT-120', 'every call leads to a cause', 'evidence.calls.filter(isTroubled)', 'evidence.calls.filter(Boolean)'],
    ['ALERT-120', 'a cause is at most two calls away', 'hops <= MAX_CAUSE_HOPS', 'hops < MAX_CAUSE_HOPS'],
  ],
);

const SILENCES = [
  ...mutantsOf(
    `${NOTIFY}/mutes/label-matchers.ts`,
    [`${NOTIFY}/mutes/mute-rules.spec.ts`],
    [
      ['ALERT-50', 'one matcher of several is enough', 'matchers.every(', 'matchers.some('],
      [
        'ALERT-51',
        'a pattern matches a part of the value',
        'compiled(value).testExact(text)',
        'compiled(value).matcher(text).find()',
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/mutes/mute-rules.ts`,
    [`${NOTIFY}/mutes/mute-rules.spec.ts`],
    [
      ['ALERT-50', 'silences that are off count', 'if (!mute.enabled || !matchAll', 'if (!matchAll'],
      ['ALERT-52', 'a silence lasts beyond its end', 'atMicros < window.end ?', 'atMicros <= window.end ?'],
      [
        'ALERT-52',
        'the silence that ends first counts',
        '(until ?? Infinity) > (found.until ?? Infinity)',
        '(until ?? Infinity) < (found.until ?? Infinity)',
      ],
    ],
  ),
];

const ON_CALL = [
  ...mutantsOf(
    `${NOTIFY}/schedules/handoffs.ts`,
    [`${NOTIFY}/schedules/shifts.spec.ts`],
    [
      [
        'ALERT-60',
        'rotations hand over in UTC',
        'this.offsets = ZoneOffsets.of(zone);',
        "this.offsets = ZoneOffsets.of(zone && 'UTC');",
      ],
      [
        'ALERT-60',
        'a rotation that begins in the second of two equal hours begins in the first',
        "if (number === 0 || typeof kind === 'object')",
        "if (typeof kind === 'object')",
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/schedules/handoffs.ts`,
    [`${NOTIFY}/schedules/served-start.spec.ts`],
    [
      [
        'ALERT-63',
        'at a handoff the period before goes on',
        'while (this.at(number + 1) <= atMicros) number++;',
        'while (this.at(number + 1) < atMicros) number++;',
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/schedules/shifts.ts`,
    [`${NOTIFY}/schedules/shifts.spec.ts`],
    [
      ['ALERT-61', 'a schedule that is off has people', 'if (!rota.enabled) return open;', ''],
      [
        'ALERT-61',
        'overrides are below the rotations',
        'end > from && start < to)',
        'end > from && start < to && rotations.length === 0)',
      ],
      [
        'ALERT-62',
        'somebody is on call out of their hours',
        'const spans = hours === null ? undefined :',
        'const spans = hours !== undefined ? undefined :',
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/wall-time/zone-offsets.ts`,
    [`${NOTIFY}/wall-time/zone-offsets.spec.ts`],
    [
      ['ALERT-60', 'a time that clocks skip is earlier', 'if (wallMs - next.offsetMs < next.fromMs) return ms;', ''],
      [
        'ALERT-60',
        'a time that clocks show twice is the later one',
        'if (next === undefined || ms < next.fromMs) return ms;',
        'if (next === undefined || (ms < next.fromMs && wallMs - next.offsetMs < next.fromMs)) return ms;',
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/wall-time/weekly-hours.ts`,
    [`${NOTIFY}/wall-time/weekly-hours.spec.ts`],
    [
      [
        'ALERT-53',
        'hours of the week are those of UTC',
        'const offsetMs = offsets.offsetAt(at);',
        'const offsetMs = 0;',
      ],
      [
        'ALERT-53',
        'changes of the clocks are not seen',
        'const nextMs = Math.min(offsets.nextChange(at, endMs - at) ?? endMs, endMs);',
        'const nextMs = endMs;',
      ],
    ],
  ),
];

const PAGES = [
  ...mutantsOf(
    `${NOTIFY}/alert-escalations/step-machine.ts`,
    [`${NOTIFY}/alert-escalations/step-machine.spec.ts`],
    [
      [
        'ALERT-80',
        'there is a loop more than the policy says',
        'loop + 1 >= policy.max_loops',
        'loop >= policy.max_loops',
      ],
      ['ALERT-83', 'a loop that reached nobody is repeated', '!isAnybodyReached ||', 'isAnybodyReached === null ||'],
      [
        'ALERT-82',
        'a step for a severity is for worse',
        'SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)',
        'SEVERITIES.indexOf(severity) > SEVERITIES.indexOf(least)',
      ],
    ],
  ),
  ...mutantsOf(`${NOTIFY}/alert-escalations/pages.store.ts`, PAGING_SPEC, [
    ['ALERT-82', 'a step that is paged is paged again', "isPaged ? 'paged' : 'nobody'", "isPaged ? 'due' : 'nobody'"],
  ]),
  ...mutantsOf(`${NOTIFY}/paging/page-step.ts`, PAGING_SPEC, [
    [
      'ALERT-83',
      'who was on call when it opened is paged',
      'id, this.tools.at.getTime() * 1_000);',
      'id, this.incident.created_at.getTime() * 1_000);',
    ],
    ['ALERT-83', 'the next step waits also where nobody was reached', 'deliveries === 0 ? 0 :', 'deliveries < 0 ? 0 :'],
    ['ALERT-83', 'nobody is told after the last step', '? [DEFAULT_ROUTES] :', '? [] :'],
    [
      'ALERT-84',
      'a silence does not keep pages back',
      'if (mutedBy(mutes, mutableLabels(incident), atMicros) !== undefined)',
      'if (mutedBy(mutes, mutableLabels(incident), atMicros) === null)',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/incidents/incident-telling.ts`, PAGING_SPEC, [
    [
      'ALERT-85',
      'what gets worse goes on where it was',
      'this.chains.set(row.id, { row: told, opening: row.events });',
      'this.chains.set(row.id, { row: told, opening: 0 });',
    ],
  ]),
  {
    rule: 'ALERT-84',
    what: 'who takes it over is paged on',
    specs: PAGING_SPEC,
    // Each stops the pages by itself.
    edits: [
      {
        file: `${NOTIFY}/incidents/incident-telling.ts`,
        find: 'this.chains.set(row.id, undefined);\n    const over = { ...row, waits: false, tell_at: null };',
        replace: 'const over = { ...row, waits: false, tell_at: null };',
      },
      {
        file: `${NOTIFY}/paging/page-step.ts`,
        find: "if (incident.status !== 'open') {",
        replace: "if (incident.status === 'resolved') {",
      },
    ],
  },
];

export const INCIDENT_MUTANTS: readonly AlertingMutant[] = [
  ...INCIDENTS,
  ...INHIBITION,
  ...SILENCES,
  ...ON_CALL,
  ...PAGES,
];
