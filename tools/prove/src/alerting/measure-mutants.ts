/** Faults of what is measured for rules: `apps/apm/src/alerts`. */
import { mutantsOf, type AlertingMutant } from './mutant.js';

const FOLDER = 'apps/apm/src/alerts';
const MEASURES_SPEC = [`${FOLDER}/alert-measures.spec.ts`];
const WINDOWS_SPEC = [`${FOLDER}/windows.spec.ts`];
const ANOMALY_SPEC = [`${FOLDER}/measure-anomaly.spec.ts`];
const SLO_SPEC = [`${FOLDER}/measure-slo.spec.ts`];

export const MEASURE_MUTANTS: readonly AlertingMutant[] = [
  ...mutantsOf(`${FOLDER}/windows.ts`, WINDOWS_SPEC, [
    [
      'ALERT-4',
      'a window is a minute too short',
      '(step - minutes) * STEP_MICROS, step * STEP_MICROS)',
      '(step - minutes + 1) * STEP_MICROS, step * STEP_MICROS)',
    ],
    [
      'ALERT-4',
      'a window ends a minute late',
      '(step - minutes) * STEP_MICROS, step * STEP_MICROS)',
      '(step - minutes) * STEP_MICROS, (step + 1) * STEP_MICROS)',
    ],
    ['ALERT-10', 'the baseline is of another day', 'previous_day: MICROS.day', 'previous_day: 2 * MICROS.day'],
    ['ALERT-10', 'what is older than the first span is 0', 'if (from < kept.oldestStartMicros) return undefined;', ''],
  ]),
  ...mutantsOf(
    `${FOLDER}/readiness.ts`,
    [`${FOLDER}/readiness.spec.ts`],
    [
      [
        'ALERT-4',
        'the partition that is furthest ahead tells the time',
        'return Math.min(...applied',
        'return Math.max(...applied',
      ],
      [
        'ALERT-4',
        'a partition that has applied nothing is not waited for',
        'if (applied.length === 0 || followed.some(isMissing))',
        'if (applied.length === 0 || followed.every(isMissing))',
      ],
    ],
  ),
  ...mutantsOf(`${FOLDER}/readiness.ts`, MEASURES_SPEC, [
    [
      'ALERT-4',
      'it is measured before it settles',
      'streamTimeMicros >= step * STEP_MICROS + settle_micros',
      'streamTimeMicros >= step * STEP_MICROS + 0 * settle_micros',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/figure.ts`, MEASURES_SPEC, [
    [
      'ALERT-6',
      'the count of a silent series is empty',
      "if (figure === 'count') return requestsOf(totals);",
      "if (figure === 'count') return totals.weight === 0 ? null : requestsOf(totals);",
    ],
  ]),
  ...mutantsOf(`${FOLDER}/tables.ts`, MEASURES_SPEC, [
    ['ALERT-10', 'a series is known for two hours', 'KNOWN_MICROS = HOUR_MICROS', 'KNOWN_MICROS = 2 * HOUR_MICROS'],
    [
      'ALERT-10',
      'a series that came again after the step was there before',
      'lastSeenMicros < range.toMicros || seen.has(id))',
      'lastSeenMicros < range.toMicros || id !== undefined || seen.has(id))',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/red-figures.ts`, MEASURES_SPEC, [
    [
      'ALERT-6',
      'what may be counted under another name is silent',
      'totals.sampled > 0 || !series.some(',
      'totals.sampled >= 0 || !series.some(',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/measure-red.ts`, MEASURES_SPEC, [
    [
      'ALERT-10',
      'what an hour had is taken for what a window had',
      "figure !== 'rate' ? found.value * scale : found.value",
      "figure !== 'rate' ? found.value : found.value * scale",
    ],
    [
      'ALERT-11',
      'a ratio is judged below its floor',
      'lower !== 0 && lower >= condition.denominator_floor',
      'lower !== 0 && lower >= 0 * condition.denominator_floor',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/measure-absence.ts`, MEASURES_SPEC, [
    [
      'ALERT-15',
      'what was there just often enough is not expected',
      '>= condition.expected_minutes)',
      '> condition.expected_minutes)',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/new-error-groups.ts`, MEASURES_SPEC, [
    [
      'ALERT-13',
      'every error group is new',
      'const isNew = firstSeenMicros >= window.fromMicros;',
      'const isNew = firstSeenMicros >= 0;',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/measured-instances.ts`, MEASURES_SPEC, [
    ['ALERT-8', 'the newest label sets stay', 'firstSeen(one) - firstSeen(other)', 'firstSeen(other) - firstSeen(one)'],
  ]),
  ...mutantsOf(`${FOLDER}/alert-measures.ts`, MEASURES_SPEC, [
    [
      'ALERT-1',
      'figures are those of the organization that asked first',
      '{ id: asked.organization_id,',
      '{ id: ((globalThis as { first?: string }).first ??= asked.organization_id),',
    ],
    [
      'ALERT-9',
      'what was lost before the last minute is not told',
      'readGaps(snapshot, windowOf(step, longest))',
      'readGaps(snapshot, windowOf(step, Math.min(1, longest)))',
    ],
    ['ALERT-4', 'it is measured during a replay', "if (this.reads.replaying) return { status: 'not_yet' };", ''],
  ]),
  ...mutantsOf(`${FOLDER}/measure-slo.ts`, SLO_SPEC, [
    [
      'ALERT-14',
      'one of two windows has to burn',
      'Math.min(long, short ?? 0) / factor',
      'Math.max(long, short ?? 0) / factor',
    ],
    [
      'ALERT-14',
      'few requests burn a budget',
      'long !== null && events >= condition.min_events',
      'long !== null && events >= 0',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/measure-anomaly.ts`, ANOMALY_SPEC, [
    [
      'ALERT-16',
      'one past day says what is usual',
      'points.length < Math.max(1, minPoints)',
      'points.length < Math.min(1, minPoints)',
    ],
    [
      'ALERT-16',
      'what hardly varies has no floor',
      'medianOf(distances.sort((a, b) => a - b)), floor)',
      'medianOf(distances.sort((a, b) => a - b)), 0 * floor)',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/windows.ts`, ANOMALY_SPEC, [
    [
      'ALERT-16',
      'past incidents say what is usual',
      'if (!isExcluded) found.set(',
      'if (isExcluded || !isExcluded) found.set(',
    ],
  ]),
  ...mutantsOf(
    `${FOLDER}/intake-health.ts`,
    [`${FOLDER}/intake-health.spec.ts`],
    [
      ['ALERT-100', 'a gateway that is gone beside others is not missed', 'missing(alive, before).length > 0 ||', ''],
      [
        'ALERT-100',
        'a gateway that has said goodbye is missed',
        'leftMicros === undefined && !alive.some(',
        '(leftMicros === undefined || leftMicros > 0) && !alive.some(',
      ],
      [
        'ALERT-100',
        'before the first record there was no gateway',
        'minute > firstMinute && isWithoutGateway(',
        'minute >= firstMinute && isWithoutGateway(',
      ],
      [
        'ALERT-101',
        'a step waits for no gateway',
        'return alive.length > 0 && missing(',
        'return alive.length > 0 || missing(',
      ],
    ],
  ),
];
