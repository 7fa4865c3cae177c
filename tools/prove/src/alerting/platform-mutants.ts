/** Faults of what tells of the platform, of shifts, of the end of pages, and of what ends by its age. */
import { mutantsOf, type AlertingMutant } from './mutant.js';

const NOTIFY = 'apps/notify/src';
const PLATFORM_SPEC = [`${NOTIFY}/platform-incident/platform-incident.spec.ts`];

export const PLATFORM_MUTANTS: readonly AlertingMutant[] = [
  ...mutantsOf(`${NOTIFY}/platform-incident/platform-faults.ts`, PLATFORM_SPEC, [
    [
      'ALERT-140',
      'a moment of trouble opens the incident of the installation',
      'const old = nowMicros - TOLD_AFTER_MICROS;',
      'const old = nowMicros;',
    ],
    [
      'ALERT-140',
      'a lag about the limit comes and goes',
      '!(was && (lag > WELL_LAG_MICROS || replaying))',
      '!(was && replaying)',
    ],
    ['ALERT-140', 'what is late for a moment after a start opens it', '>= TOLD_AFTER_MICROS);', '>= 0);'],
    ['ALERT-140', 'shards are one', "[reason, gateway ?? shard ?? ''].join(' ')", "[reason, gateway ?? ''].join(' ')"],
    [
      'ALERT-140',
      'what is wrong began at the last look',
      'Math.min(fault.since_micros, began.get(key) ?? Infinity,',
      'Math.min(fault.since_micros,',
    ],
  ]),
  ...mutantsOf(`${NOTIFY}/platform-incident/sights.store.ts`, PLATFORM_SPEC, [
    [
      'ALERT-140',
      'a look that was overtaken changes what a later one said',
      'where s.seen_at < excluded.seen_at`',
      'where s.seen_at <> excluded.seen_at`',
    ],
  ]),
  {
    rule: 'ALERT-140',
    what: 'what somebody has ended is opened again',
    specs: PLATFORM_SPEC,
    // Each keeps it ended by itself.
    edits: [
      {
        file: `${NOTIFY}/platform-incident/platform-incident.ts`,
        find: 'return without(faults, known).length > 0 || without(known, faults).length > 0;',
        replace: 'return faults.length > 0;',
      },
      {
        file: `${NOTIFY}/platform-incident/platform-incident.ts`,
        find: "latest.resolved_reason === 'by_hand' && found.length === 0",
        replace: "latest.resolved_reason === 'by_hand' && faults.length === 0",
      },
    ],
  },
  ...mutantsOf(
    'apps/apm/src/alerts/intake-faults.ts',
    ['apps/apm/src/alerts/intake-faults.spec.ts'],
    [
      [
        'ALERT-140',
        'a gateway is missed although another one took its place',
        'if (alive.length > 0) absent.clear();',
        'if (alive.length > 9) absent.clear();',
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/schedule-shifts/shift-events.ts`,
    [`${NOTIFY}/schedule-shifts/shift-watch.spec.ts`],
    [
      [
        'ALERT-142',
        'a handoff is told by each look',
        '`${type}:${scheduleId}:${handoff.at}`',
        '`${type}:${scheduleId}:${handoff.at}:${Math.random()}`',
      ],
      [
        'ALERT-142',
        'nobody hears that a shift has ended',
        "return [...of('oncall.shift.ended', from), ...of('oncall.shift.started', to)];",
        "return of('oncall.shift.started', to);",
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/incident-retention/incident-retention.store.ts`,
    [`${NOTIFY}/incident-retention/incident-retention.spec.ts`],
    [
      [
        'ALERT-143',
        'versions end while incidents are of them',
        "and i.details->>'rule_version' = o.version::text)",
        "and i.details->>'rule_version' = o.version::text || 'x')",
      ],
    ],
  ),
  ...mutantsOf(
    `${NOTIFY}/outbox/paged-places.store.ts`,
    [`${NOTIFY}/paging/page-ends.spec.ts`],
    [['ALERT-144', 'the end is told where it was told before', 'and r.id > p.id)', 'and r.id < p.id)']],
  ),
];
