import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OVERFLOW_NAME, SeriesKind, seriesKeyText, type SeriesKey } from '@spanwise/span-model/series';
import { FEWEST_TO_KEEP, HourBudgets, overflowOf, type BudgetLimits, type Counted } from './budgets.js';
import { COUNTERS, HeavyHitters, nameId } from './heavy-hitters.js';

const LIMITS: BudgetLimits = { services: 2, transactions: 3, dependencies: 3, errors: 3, versions: 2, instances: 2 };

const transaction = (name: string, service = 'cart', version = ''): SeriesKey => ({
  kind: SeriesKind.Transaction,
  namespace: 'shop',
  service,
  environment: 'prod',
  version,
  name,
  category: 'http',
  detail: '',
});

/** Figures of an hour as the writer keeps them: moved when a name loses its place. */
class Hour {
  readonly figures = new Map<string, { key: SeriesKey; requests: number }>();
  budgets: HourBudgets;

  constructor(private readonly limits = LIMITS) {
    this.budgets = new HourBudgets(limits);
  }

  apply(delta: Counted[]): void {
    for (const { name, service } of this.budgets.decide(delta)) {
      for (const [text, { key, requests }] of this.figures) {
        if (key.name !== name || key.service !== service) continue;
        this.figures.delete(text);
        this.add(overflowOf(key), requests);
      }
    }
    for (const { key, requests } of delta) this.add(this.budgets.admit(key), requests);
    for (const { hitters, service, kind } of this.budgets.takeDirtyCandidates())
      this.stored.set(`${kind}${service.service}`, { service, kind, bytes: hitters.encode() });
  }

  /** Everything in memory is lost; figures and candidates were committed. */
  restart(): void {
    this.budgets = new HourBudgets(this.limits);
    for (const { key, requests } of [...this.figures.values()].reverse()) this.budgets.remember(key, requests);
    for (const { service, kind, bytes } of this.stored.values())
      this.budgets.rememberCandidates(service, kind, HeavyHitters.decode(bytes));
  }

  of = (name: string): number =>
    [...this.figures.values()].reduce((sum, { key, requests }) => sum + (key.name === name ? requests : 0), 0);

  get total(): number {
    return [...this.figures.values()].reduce((sum, { requests }) => sum + requests, 0);
  }

  shown = (): string[] => [...this.figures].map(([text, { requests }]) => `${text} ${requests}`).sort();

  private readonly stored = new Map<
    string,
    {
      service: SeriesKey | Pick<SeriesKey, 'namespace' | 'service' | 'environment'>;
      kind: 2 | 3 | 4 | 5;
      bytes: Buffer;
    }
  >();

  private add(key: SeriesKey, requests: number): void {
    const text = seriesKeyText(key);
    this.figures.set(text, { key, requests: (this.figures.get(text)?.requests ?? 0) + requests });
  }
}

const deltas = fc.array(
  fc.array(
    fc
      .record({
        name: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
        service: fc.constantFrom('cart', 'cart', 'stock', 'late'),
        version: fc.constantFrom('', '1', '2', '3'),
        requests: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 60 })),
      })
      .map(({ name, service, version, requests }) => ({ key: transaction(name, service, version), requests })),
    { maxLength: 8 },
  ),
  { maxLength: 25 },
);

describe('the budgets of an hour', () => {
  it('lose and double no request, and keep no more names than they may', () => {
    fc.assert(
      fc.property(deltas, (all) => {
        const hour = new Hour();
        for (const delta of all) hour.apply(delta);
        expect(hour.total).toBe(all.flat().reduce((sum, { requests }) => sum + requests, 0));
        for (const service of ['cart', 'stock', 'late']) {
          const names = [...hour.figures.values()].filter(({ key }) => key.service === service);
          const kept = new Set(names.map(({ key }) => key.name).filter((name) => name !== OVERFLOW_NAME));
          expect(kept.size).toBeLessThanOrEqual(LIMITS.transactions);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('decide alike whenever the process starts again', () => {
    fc.assert(
      fc.property(deltas, fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }), (all, restarts) => {
        const [steady, restarted] = [new Hour(), new Hour()];
        for (const [index, delta] of all.entries()) {
          if (restarts[index]) restarted.restart();
          steady.apply(delta);
          restarted.apply(delta);
        }
        expect(restarted.shown()).toEqual(steady.shown());
      }),
      { numRuns: 200 },
    );
  });

  it('keep late but frequent names exact within the stated error, behind any number of names that come once', () => {
    const hour = new Hour({ ...LIMITS, transactions: 50 });
    const unique = 20_000;
    for (let name = 0; name < unique; name += 100) {
      hour.apply(Array.from({ length: 100 }, (_, at) => ({ key: transaction(`/once/${name + at}`), requests: 1 })));
    }
    const hot = Array.from({ length: 20 }, (_, number) => `/hot/${number}`);
    for (let round = 0; round < 200; round++) hour.apply(hot.map((name) => ({ key: transaction(name), requests: 1 })));
    const lost = Math.ceil(unique / COUNTERS) + FEWEST_TO_KEEP;
    for (const name of hot) {
      expect(hour.of(name)).toBeLessThanOrEqual(200);
      expect(hour.of(name)).toBeGreaterThanOrEqual(200 - lost);
    }
    expect(hour.total).toBe(unique + 20 * 200);
    expect(hour.budgets.size).toBeLessThanOrEqual(50 + COUNTERS);
  });

  it('leave the place of a kept name to no folded one that is not twice as busy', () => {
    const hour = new Hour({ ...LIMITS, transactions: 1 });
    hour.apply([{ key: transaction('kept'), requests: 10 }]);
    hour.apply([{ key: transaction('folded'), requests: 19 }]);
    expect([hour.of('kept'), hour.of(OVERFLOW_NAME)]).toEqual([10, 19]);
    hour.apply([{ key: transaction('folded'), requests: 1 }]);
    expect([hour.of('kept'), hour.of('folded'), hour.of(OVERFLOW_NAME)]).toEqual([0, 1, 29]);
  });
});

describe('counters of frequent names', () => {
  it('hold every name with more than its share, and are never surer of one than is true', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(1_500), fc.integer({ min: 1, max: 50 })), { maxLength: 1_500 }),
        (offers) => {
          const hitters = new HeavyHitters();
          const truth = new Map<number, number>();
          let total = 0;
          for (const [id, requests] of offers) {
            truth.set(id, (truth.get(id) ?? 0) + requests);
            total += requests;
            expect(hitters.offer(id, requests)).toBeLessThanOrEqual(truth.get(id)!);
          }
          expect(hitters.size).toBeLessThanOrEqual(COUNTERS);
          for (const [id, requests] of truth) {
            if (requests > total / COUNTERS)
              expect(hitters.offer(id, 1)).toBeGreaterThanOrEqual(requests + 1 - total / COUNTERS);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('are the same bytes in whatever order they were read back', () => {
    const hitters = new HeavyHitters();
    for (const name of ['b', 'a', 'c']) hitters.offer(nameId(name), 3);
    expect(HeavyHitters.decode(hitters.encode()).encode()).toEqual(hitters.encode());
  });
});
