import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEVERITIES, type Severity } from '@spanwise/contracts/alerting/alert-conditions';
import type { CallFigures } from '@spanwise/contracts/alerting/evidence';
import { causesOf, type Cause, type CauseEvidence, type Subject } from './inhibition.js';

const FAILING = { calls: 100, errors: 50 };
const call = (way: string, figures: Partial<CallFigures> = {}): CallFigures[] => {
  const nodes = way.split('>').map((service) => ({ namespace: 'default', service, environment: 'prod' }));
  return nodes.slice(1).map((to, at) => ({ from: nodes[at]!, to, ...FAILING, ...figures }));
};

interface Given {
  calls: CallFigures[];
  /** Failed traces of a service, and those shared with others: `web 10: cart 6, db 5`. */
  traces: string[];
  /** Names with severities, whether they were notified, and at which severity, the oldest first: `db critical notified error`. */
  firing: string[];
}

function subjectOf(text: string, since: number): Subject {
  const [service, severity = 'error', state, notified] = text.split(' ');
  return {
    id: service!,
    service: { service: service! },
    severity: severity as Severity,
    since,
    isNotified: state === 'notified',
    ...(notified !== undefined && { notified: notified as Severity }),
  };
}

function evidenceOf({ calls, traces, firing }: Given): CauseEvidence {
  const services = firing.map((text) => ({ service: text.split(' ')[0]! }));
  const placeOf = (name: string) => services.findIndex(({ service }) => service === name);
  const failed = traces.map((line) => {
    const [own, others = ''] = line.split(':');
    const [name, count] = own!.split(' ');
    const shared = others.split(',').flatMap((text) => {
      const [other, with_] = text.trim().split(' ');
      return other === '' || placeOf(other!) < 0 ? [] : [{ service: placeOf(other!), traces: Number(with_) }];
    });
    return { service: placeOf(name!), traces: Number(count), shared };
  });
  return { services, calls, failed_traces: failed.filter(({ service }) => service >= 0) };
}

const causesIn = (given: Given): Map<string, Cause> => causesOf(given.firing.map(subjectOf), evidenceOf(given));
/** `web←cart←db` as `web: by cart, root db, inhibited`. */
const shown = (given: Given): string[] =>
  [...causesIn(given)].map(([id, { by, root, held }]) => `${id}: by ${by}, root ${root}, ${held ?? 'notified'}`).sort();

const CHAIN: Given = {
  calls: call('web>cart>db'),
  traces: ['web 10: cart 9, db 9', 'cart 9: db 9, web 9', 'db 9: cart 9, web 9'],
  firing: ['web', 'cart', 'db'],
};

describe('which incident is the cause (ALERT-120)', () => {
  it.each<[string, Given, string[]]>([
    [
      'callers follow from what they call',
      CHAIN,
      ['cart: by db, root db, inhibited', 'web: by db, root db, inhibited'],
    ],
    [
      'a service between that fires nothing is passed',
      { ...CHAIN, firing: ['web', 'db'] },
      ['web: by db, root db, inhibited'],
    ],
    [
      'more than three calls away is reached over what lies between',
      {
        calls: call('a>b>c>d>e'),
        traces: ['a 4: d 4, e 4', 'd 4: e 4'],
        firing: ['a', 'd', 'e'],
      },
      ['a: by d, root e, inhibited', 'd: by e, root e, inhibited'],
    ],
    ['and not without it', { calls: call('a>b>c>d>e'), traces: ['a 4: e 4'], firing: ['a', 'e'] }, []],
    [
      'a call that does not fail is not followed',
      { ...CHAIN, calls: [...call('web>cart', { errors: 4 }), ...call('cart>db')] },
      ['cart: by db, root db, inhibited'],
    ],
    ['one failure of a few is chance', { ...CHAIN, calls: call('web>cart>db', { calls: 2, errors: 1 }) }, []],
    [
      'a call that has become slow leads as one that fails',
      {
        ...CHAIN,
        calls: call('web>cart>db', { errors: 0, p95_micros: 200_000, usual_p95_micros: 100_000 }),
      },
      ['cart: by db, root db, inhibited', 'web: by db, root db, inhibited'],
    ],
    [
      'one that is as slow as ever does not',
      { ...CHAIN, calls: call('web>cart>db', { errors: 0, p95_micros: 200_000, usual_p95_micros: 150_000 }) },
      [],
    ],
    [
      'half of the failed traces are enough',
      { ...CHAIN, traces: ['web 10: cart 4, db 5'], firing: ['web', 'cart', 'db'] },
      ['web: by db, root db, inhibited'],
    ],
    ['fewer are not', { ...CHAIN, traces: ['web 11: cart 4, db 5'] }, []],
    ['without traces nothing is known', { ...CHAIN, traces: [] }, []],
    [
      'of a circle the most severe is the root',
      {
        calls: [...call('a>b'), ...call('b>a')],
        traces: ['a 4: b 4', 'b 4: a 4'],
        firing: ['a', 'b critical'],
      },
      ['a: by b, root b, inhibited'],
    ],
    [
      'of a circle of equals the first',
      { calls: [...call('a>b'), ...call('b>a')], traces: ['a 4: b 4', 'b 4: a 4'], firing: ['b', 'a'] },
      ['a: by b, root b, inhibited'],
    ],
    [
      'a warning does not hold back what is critical, and what is critical suppresses it',
      { ...CHAIN, firing: ['web critical', 'db warning'] },
      [],
    ],
    [
      'nor over something between',
      { ...CHAIN, firing: ['web critical', 'cart error', 'db warning'] },
      ['cart: by db, root db, inhibited'],
    ],
    [
      'an error suppresses what is critical',
      { ...CHAIN, firing: ['web critical', 'db error'] },
      ['web: by db, root db, inhibited'],
    ],
    [
      'a root that comes later is merged into what was notified',
      { ...CHAIN, firing: ['web error notified', 'db error'] },
      ['db: by web, root db, merged', 'web: by db, root db, notified'],
    ],
    [
      'and suppresses others as that does',
      { ...CHAIN, firing: ['web error notified', 'db error', 'cart error'] },
      ['cart: by db, root db, inhibited', 'db: by web, root db, merged', 'web: by db, root db, notified'],
    ],
    [
      'a root that is worse than what was notified is notified, and what follows from it is not notified again',
      { ...CHAIN, firing: ['web criticalnotified error', 'db critical'] },
      ['web: by db, root db, inhibited'],
    ],
    [
      'a root that is far worse than what was notified is notified',
      { ...CHAIN, firing: ['web warning notified', 'db critical', 'cart critical'] },
      ['cart: by db, root db, inhibited', 'web: by db, root db, inhibited'],
    ],
    [
      'two faults have two roots, and a caller of both follows from the one in more of its traces',
      {
        calls: [...call('web>cart>db'), ...call('web>pay>bank')],
        traces: ['web 10: db 5, bank 7', 'cart 5: db 5', 'pay 7: bank 7'],
        firing: ['db', 'bank', 'web', 'cart', 'pay'],
      },
      ['cart: by db, root db, inhibited', 'pay: by bank, root bank, inhibited', 'web: by bank, root bank, inhibited'],
    ],
  ])('%s', (_, given, expected) => expect(shown(given)).toEqual(expected));

  it('says over which services, and in how many traces', () =>
    expect(causesIn(CHAIN).get('web')).toMatchObject({ path: ['web', 'cart', 'db'], traces: 10, shared: 9 }));

  it('keeps services of several namespaces and environments apart', () => {
    const services = [
      { service: 'web', namespace: 'shop', environment: 'prod' },
      { service: 'db', namespace: 'shop', environment: 'prod' },
      { service: 'db', namespace: 'bank', environment: 'prod' },
    ];
    const failed = { service: 0, traces: 2, shared: [1, 2].map((service) => ({ service, traces: 2 })) };
    const node = (service: string, namespace: string) => ({ namespace, service, environment: 'prod' });
    const calls = [{ from: node('web', 'shop'), to: node('db', 'shop'), ...FAILING }];
    const subjects = services.map((service, at): Subject => ({
      id: String(at),
      service,
      severity: 'error',
      since: at,
      isNotified: false,
    }));
    const causes = causesOf(subjects, { services, calls, failed_traces: [failed] });
    expect([...causes].map(([id, { root }]) => [id, root])).toEqual([['0', '1']]);
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const given = fc.record({
  firing: fc.array(
    fc.record({
      service: fc.constantFrom(...NAMES),
      severity: fc.constantFrom(...SEVERITIES),
      isNotified: fc.boolean(),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  calls: fc.array(
    fc.record({ from: fc.constantFrom(...NAMES), to: fc.constantFrom(...NAMES), errors: fc.constantFrom(0, 50) }),
    { maxLength: 14 },
  ),
  shares: fc.array(fc.record({ of: fc.nat(5), with: fc.nat(5), traces: fc.integer({ min: 0, max: 10 }) }), {
    maxLength: 20,
  }),
});
type Random = typeof given extends fc.Arbitrary<infer T> ? T : never;

function built({ firing, calls, shares }: Random, rename = (name: string) => name) {
  const services = NAMES.map((name) => ({ service: rename(name) }));
  const subjects = firing.map(({ service, ...rest }, at): Subject => ({
    id: `i${at}`,
    service: { service: rename(service) },
    since: at,
    ...rest,
  }));
  const evidence: CauseEvidence = {
    services,
    calls: calls.flatMap(({ from, to, errors }) => call(`${rename(from)}>${rename(to)}`, { errors })),
    failed_traces: NAMES.map((_, service) => ({
      service,
      traces: 10,
      shared: shares
        .filter((one) => one.of === service && one.with !== service)
        .map((one) => ({ service: one.with, traces: one.traces })),
    })),
  };
  return { subjects, evidence };
}
const outcome = (causes: Map<string, Cause>) =>
  Object.fromEntries([...causes].map(([id, { by, root, held }]) => [id, { by, root, held }]));

describe('whatever fires', () => {
  it('the order in which incidents, calls and shares come changes nothing', () =>
    fc.assert(
      fc.property(given, fc.infiniteStream(fc.nat()), (random, numbers) => {
        const { subjects, evidence } = built(random);
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((one) => [numbers.next().value as number, one] as const)
            .sort(([one], [other]) => one - other)
            .map(([, one]) => one);
        const again = causesOf(shuffled(subjects), {
          ...evidence,
          calls: shuffled(evidence.calls),
          failed_traces: shuffled(evidence.failed_traces),
        });
        expect(outcome(again)).toEqual(outcome(causesOf(subjects, evidence)));
      }),
      { numRuns: 300 },
    ));

  it('what services are called changes nothing', () =>
    fc.assert(
      fc.property(given, (random) => {
        const [plain, renamed] = [built(random), built(random, (name) => `z${'fedcba'['abcdef'.indexOf(name)]}`)];
        expect(outcome(causesOf(renamed.subjects, renamed.evidence))).toEqual(
          outcome(causesOf(plain.subjects, plain.evidence)),
        );
      }),
      { numRuns: 300 },
    ));

  it('a root follows from nothing else, and something of what hangs together is notified', () =>
    fc.assert(
      fc.property(given, (random) => {
        const { subjects, evidence } = built(random);
        const causes = causesOf(subjects, evidence);
        for (const { root } of causes.values()) {
          const above = causes.get(root);
          expect(above === undefined || above.root === root).toBe(true);
          const together = subjects.filter(({ id }) => (causes.get(id)?.root ?? id) === root);
          expect(together.some(({ id }) => causes.get(id)?.held === undefined)).toBe(true);
        }
      }),
      { numRuns: 500 },
    ));

  it('nothing critical waits for a warning', () =>
    fc.assert(
      fc.property(given, (random) => {
        const { subjects, evidence } = built(random);
        const causes = causesOf(subjects, evidence);
        const severityOf = new Map(subjects.map(({ id, severity }) => [id, SEVERITIES.indexOf(severity)]));
        for (const one of subjects) {
          const cause = causes.get(one.id);
          if (cause?.held === undefined) continue;
          const tellers = subjects.filter(
            ({ id }) => (causes.get(id)?.root ?? id) === cause.root && causes.get(id)?.held === undefined,
          );
          const worst = Math.max(...tellers.map(({ id }) => severityOf.get(id)!));
          expect(worst).toBeGreaterThanOrEqual(severityOf.get(one.id)! - 1);
        }
      }),
      { numRuns: 500 },
    ));
});
