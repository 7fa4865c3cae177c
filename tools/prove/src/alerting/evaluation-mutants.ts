/** Faults of what judges steps: `apps/notify/src/alert-evaluation`. */
import { mutantsOf, type AlertingMutant } from './mutant.js';

const FOLDER = 'apps/notify/src/alert-evaluation';
const EVALUATOR_SPEC = [`${FOLDER}/evaluator.spec.ts`];
const TWO_PASSES_SPEC = [`${FOLDER}/two-passes.spec.ts`];

const DECIDE = mutantsOf(
  `${FOLDER}/decide.ts`,
  [`${FOLDER}/decide.spec.ts`],
  [
    [
      'ALERT-6',
      'what cannot be judged counts as ok',
      'if (isHold(verdict)) return { state: before, transitions: [] };',
      "if (isHold(verdict)) return decide(rule, before, { kind: 'ok' }, step);",
    ],
    [
      'ALERT-7',
      'a breach of a high band does not count for the low ones',
      'const isBelow = at === band || !isWorse(one.severity, severity);',
      'const isBelow = at === band;',
    ],
    [
      'ALERT-7',
      'what has fired before fires again without being pending',
      'if (ready === undefined || step.isNew)',
      'if ((ready === undefined && state.changes === undefined) || step.isNew)',
    ],
    ['ALERT-7', 'a new series fires at once', 'if (ready === undefined || step.isNew)', 'if (ready === undefined)'],
    [
      'ALERT-7',
      'breaches count on after an ok',
      'if (!isAlerting(state)) return { state: undefined, transitions: [] };\n  const { keep',
      'if (!isAlerting(state)) return { state, transitions: [] };\n  const { keep',
    ],
    ['ALERT-7', 'what fires recovers a step too early', 'oks > keep) {', 'oks >= keep) {'],
    [
      'ALERT-7',
      'what fires sinks with the band',
      'severity: raised ? ready : state.severity },',
      'severity: ready ?? state.severity },',
    ],
    [
      'ALERT-7',
      'a series that is gone has recovered',
      "const resolved: Transition = { kind: 'resolved', reason: 'missing_series' };",
      "const resolved: Transition = { kind: 'resolved', reason: 'recovered' };",
    ],
    [
      'ALERT-7',
      'a series that is gone is resolved at once',
      'if (empties < rule.evaluation.missing_steps) return { state: { ...state, empties }, transitions: [] };\n  const resolved',
      'const resolved',
    ],
    [
      'ALERT-7',
      'a failing query is told at its first error',
      'if (errors < rule.evaluation.error_steps)',
      'if (errors < 1)',
    ],
    ['ALERT-7', 'what flaps is told each time', 'if (!flapping || isGone) return', 'if (true) return'],
    [
      'ALERT-7',
      'what has flapped once flaps for ever',
      '.filter((step) => step > at - FLAPPING_STEPS)',
      '.filter(() => true)',
    ],
  ],
);

const VERDICT = mutantsOf(
  `${FOLDER}/verdict.ts`,
  [`${FOLDER}/verdict.spec.ts`],
  [
    [
      'ALERT-6',
      'the recovery threshold is ignored',
      "if (typeof recovery === 'number' && satisfies(",
      "if (typeof recovery === 'boolean' && satisfies(",
    ],
    [
      'ALERT-6',
      'few requests are judged as many',
      'if (measured.samples < rule.evaluation.min_samples)',
      'if (measured.samples < 0)',
    ],
    [
      'ALERT-6',
      'as many requests as are asked for are too few',
      'measured.samples < rule.evaluation.min_samples',
      'measured.samples <= rule.evaluation.min_samples',
    ],
    ['ALERT-11', 'below the floor is nothing', "if (measured.below_floor === true) return { kind: 'few' };", ''],
    ['ALERT-10', 'one failed request is enough', '(rule.condition.min_errors ?? 0)', '0'],
    [
      'ALERT-10',
      'without anything to compare with it is breached',
      "if (baseline === null || baseline === undefined) return 'band';",
      "if (baseline === null || baseline === undefined) return 'breach';",
    ],
    [
      'ALERT-10',
      'it does not matter what the figure was before',
      "if (condition.type !== 'red' || condition.relative === undefined) return 'breach';",
      "if (condition.type !== 'ratio') return 'breach';",
    ],
    [
      'ALERT-18',
      'the first band that is met counts',
      'if (best === undefined || isWorse(severity, best.severity)) best = { severity, band };',
      'best ??= { severity, band };',
    ],
    [
      'ALERT-16',
      'the value and not its distance from the usual is judged',
      "rule.condition.type === 'anomaly' ? (measured.deviation ?? null) : measured.value",
      'measured.value',
    ],
  ],
);

const JUDGE_STEP = mutantsOf(
  `${FOLDER}/judge-step.ts`,
  [`${FOLDER}/judge-step.spec.ts`],
  [
    [
      'ALERT-9',
      'what was lost counts as ok',
      "if (gap !== undefined) return { kind: 'platform', reason: gap };",
      "if (gap !== undefined) return { kind: 'ok' };",
    ],
    [
      'ALERT-9',
      'what was lost in the first minute of the window is not seen',
      'minute >= from && minute < step',
      'minute > from && minute < step',
    ],
    [
      'ALERT-6',
      'every label set of a failing query has its error',
      "kind: isOfRule ? 'error' : 'held'",
      "kind: 'error'",
    ],
    ['ALERT-6', 'what has no name of its own any more is missing', "if (spec.folded) return { kind: 'folded' };", ''],
    [
      'ALERT-13',
      'an error group that does not come again is missing',
      "return rule.condition.type === 'new_error_group' ? { kind: 'ok' } : { kind: 'missing' };",
      "return { kind: 'missing' };",
    ],
    [
      'ALERT-7',
      'a new series has no grace',
      '< evaluation.new_series_grace_steps * STEP_MICROS',
      '< 0 * evaluation.new_series_grace_steps',
    ],
  ],
);

const STEPS = [
  ...mutantsOf(
    `${FOLDER}/judged-rule.ts`,
    [`${FOLDER}/decide.spec.ts`],
    [
      ['ALERT-7', 'it fires a step too late', '1 + (periods - 1) * window', '2 + (periods - 1) * window'],
      ['ALERT-7', 'windows that overlap count as periods', '1 + (periods - 1) * window', 'periods + 0 * window'],
    ],
  ),
  ...mutantsOf(
    `${FOLDER}/step-causes.ts`,
    [`${FOLDER}/step-causes.spec.ts`],
    [['ALERT-121', 'what had no request no longer follows from its cause', ' && SAYING.includes(verdict.kind)', '']],
  ),
  ...mutantsOf(
    `${FOLDER}/passes.ts`,
    [`${FOLDER}/passes.spec.ts`],
    [
      ['ALERT-4', 'nothing settles', 'settleMicros: secs * 1_000_000', 'settleMicros: 0 * secs'],
      [
        'ALERT-4',
        'what is late is not waited for',
        "(kind === 'final' ? grace : settleMicros)",
        'Math.min(grace, settleMicros)',
      ],
      [
        'ALERT-4',
        'it is judged during a replay',
        'if (streamTime === undefined || progress.replaying)',
        'if (streamTime === undefined)',
      ],
      ['ALERT-5', 'missed steps are left out', 'judged === undefined ? ready : judged + 1', 'ready'],
      [
        'ALERT-5',
        'steps whose figures are gone are judged',
        'const oldest = ready - MAX_CATCH_UP_STEPS;',
        'const oldest = 0 * MAX_CATCH_UP_STEPS;',
      ],
    ],
  ),
  ...mutantsOf(
    `${FOLDER}/platform.ts`,
    [`${FOLDER}/platform.spec.ts`],
    [
      ['ALERT-9', 'five minutes of lag are well', 'MAX_LAG_MICROS = 120_000_000', 'MAX_LAG_MICROS = 300_000_000'],
      [
        'ALERT-9',
        'a lag about the limit opens and closes an incident each minute',
        'WELL_LAG_MICROS = 60_000_000',
        'WELL_LAG_MICROS = MAX_LAG_MICROS',
      ],
    ],
  ),
];

const EVALUATOR = [
  ...mutantsOf(`${FOLDER}/evaluator.ts`, EVALUATOR_SPEC, [
    [
      'ALERT-5',
      'the cursor moves in a transaction of its own',
      'takeStep(client, organizationId, pass.name, judged, step!))',
      'this.transactions.in(organizationId, (own) => takeStep(own, organizationId, pass.name, judged, step!)))',
    ],
    ['ALERT-5', 'what is skipped is not written down', 'if (skipped !== undefined) {', 'if (skipped === null) {'],
    [
      'ALERT-19',
      'values of the version before are judged by the new one',
      'versions.get(id) === version)',
      'versions.has(id) || version === 0)',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/steps.store.ts`, EVALUATOR_SPEC, [
    [
      'ALERT-5',
      'the cursor has no fence',
      'set step = $4 where organization_id = $1 and pass = $2 and step = $3',
      'set step = $4 where organization_id = $1 and pass = $2 and $3::bigint is not null',
    ],
    [
      'ALERT-7',
      'states of what is normal again stay',
      'const gone = changes.filter(({ state }) => state === undefined);',
      'const gone: StateChange[] = [];',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/consequences.ts`, EVALUATOR_SPEC, [
    [
      'ALERT-4',
      'of what is behind everybody is told',
      "if (isBehind) return { baseUrl: this.baseUrl, quietOf: () => ({ reason: 'catching_up' }) };",
      '',
    ],
    ['ALERT-35', 'what was held back is never told', 'await incidents.tellWaiting();', ''],
  ]),
  ...mutantsOf(`${FOLDER}/consequences.ts`, TWO_PASSES_SPEC, [
    [
      'ALERT-4',
      'of what did not hold the timeline says nothing',
      'if (provisional?.isOverturned(rule, instance) === true)',
      'if (provisional === null)',
    ],
  ]),
  ...mutantsOf(`${FOLDER}/revisions.ts`, TWO_PASSES_SPEC, [
    [
      'ALERT-4',
      'the final pass tells of what is over for a quarter of an hour',
      '&& !this.isLate;',
      '&& (this.isLate || !this.isLate);',
    ],
    [
      'ALERT-4',
      'the final pass tells again what the first has told',
      "return kind === 'fired' && before !== undefined && !isAlerting(before.state)",
      "return kind === 'fired' && before !== undefined",
    ],
  ]),
];

const HEALTH = [
  ...mutantsOf(
    `${FOLDER}/judged-rule.ts`,
    [`${FOLDER}/judge-step.spec.ts`],
    [['ALERT-101', 'a bad minute holds a budget for hours', '.shortMinutes)', '.longMinutes)']],
  ),
  ...mutantsOf(
    `${FOLDER}/held-organizations.ts`,
    [`${FOLDER}/held-organizations.spec.ts`],
    [
      [
        'ALERT-101',
        'after a start nothing is held',
        "reasons.includes(undefined) ? 'unknown' : undefined",
        'reasons.includes(null) ? undefined : undefined',
      ],
    ],
  ),
  ...mutantsOf(`${FOLDER}/evaluator.ts`, EVALUATOR_SPEC, [
    [
      'ALERT-101',
      'of rules that are held nobody is told',
      "state.kind === 'well' ? this.held.reasonOf(",
      "state.kind === 'unwell' ? this.held.reasonOf(",
    ],
  ]),
  ...mutantsOf(
    'apps/notify/src/dead-man/dead-man.ts',
    ['apps/notify/src/dead-man/dead-man.spec.ts'],
    [
      [
        'ALERT-102',
        'notify says that it evaluates when it does not',
        'if (evaluatedMs === undefined || nowMs - evaluatedMs > MAX_EVALUATION_AGE_MS) return;',
        'if (evaluatedMs === undefined) return;',
      ],
    ],
  ),
];

const COMPOSITE = mutantsOf(
  `${FOLDER}/composite.ts`,
  [`${FOLDER}/composite.spec.ts`],
  [
    [
      'ALERT-113',
      'what could not be judged does not fire',
      "case 'few':\n      return undefined;",
      "case 'few':\n      return false;",
    ],
    [
      'ALERT-113',
      'of a rule that could not be judged no other label set fires',
      'truth === false && this.isUnknown ? undefined : truth',
      'truth',
    ],
    [
      'ALERT-113',
      'a rule that is off is said to be judged at another time',
      'enabled.has(id)\n    ?',
      '!enabled.has(id)\n    ?',
    ],
  ],
);

export const EVALUATION_MUTANTS: readonly AlertingMutant[] = [
  ...DECIDE,
  ...VERDICT,
  ...JUDGE_STEP,
  ...STEPS,
  ...EVALUATOR,
  ...HEALTH,
  ...COMPOSITE,
];
