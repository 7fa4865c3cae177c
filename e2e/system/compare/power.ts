/**
 * How often a change of known size is found, and how often one is found where there is none, by the code that answers
 * `/versions/compare`. Seeded: the same every time. Pure.
 */
import { Random } from '@spanwise/telemetry/random';
import { evidenceOf, partsOf, type Part } from '@spanwise/apm/apm/versions/evidence';
import type { Stratum } from '@spanwise/apm/apm/versions/traffic-mix';
import { differentStrata, regressedOf, type Different } from '@spanwise/apm/apm/versions/verdict';
import type { Interval } from '@spanwise/contracts/apm/evidence';
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';

/** What a change makes of one request. */
interface Effect {
  factor: number;
  /** Share of the requests, the slowest ones, that it makes slower. */
  slowest: number;
  errorRate: number;
}

const NONE: Effect = { factor: 1, slowest: 1, errorRate: 0 };
export const EFFECTS: Readonly<Record<string, Effect>> = {
  none: NONE,
  '+25 %': { ...NONE, factor: 1.25 },
  '+50 %': { ...NONE, factor: 1.5 },
  'x 2': { ...NONE, factor: 2 },
  'tail x 2': { ...NONE, factor: 2, slowest: 0.1 },
  'errors +1 %': { ...NONE, errorRate: 0.01 },
  'errors +5 %': { ...NONE, errorRate: 0.05 },
  'errors +20 %': { ...NONE, errorRate: 0.2 },
};

export const KINDS = ['service', 'transaction', 'dependency'] as const;
export type Kind = (typeof KINDS)[number];

/** Rows of the service: durations are lognormal, their medians and spreads differ. */
const ROWS = [0, 1, 2, 3].map((row) => ({ medianMicros: 5_000 * 3 ** row, sigma: 0.4 + row * 0.15 }));
const BASE_ERROR_RATE = 0.01;

/** Shares of the runs. */
export interface Cell {
  found: number;
  /** Called better, which nothing here is. */
  better: number;
  /** Intervals of the duration that do not contain the factor that was planted, where all requests have it. */
  missed: number;
}

/**
 * `requests` on each side: of the whole service, all of which changes, or of each of its transactions or dependencies, of
 * which the first changes and has to be named.
 */
export function cellOf(kind: Kind, requests: number, effectName: string, runs: number): Cell {
  const random = new Random(`power/${kind}/${requests}/${effectName}`);
  const effect = EFFECTS[effectName];
  const cell: Cell = { found: 0, better: 0, missed: 0 };
  for (let run = 0; run < runs; run++) {
    const { evidence, regressed } = simulate(kind, requests, effect!, random);
    const isFound = effectName === 'none' || kind === 'service' ? evidence.verdict === 'regressed' : regressed.has('0');
    if (isFound) cell.found++;
    if (evidence.verdict === 'improved') cell.better++;
    const interval = evidence.figures.find(({ figure }) => figure === 'duration')?.interval;
    if (kind === 'service' && effect!.slowest === 1 && interval !== undefined && !contains(interval, effect!.factor))
      cell.missed++;
  }
  const { found, better, missed } = cell;
  return { found: found / runs, better: better / runs, missed: missed / runs };
}

const contains = ([low, high]: Interval, factor: number): boolean => low <= factor && (high === null || factor <= high);

function simulate(kind: Kind, requests: number, effect: Effect, random: Random) {
  const each = kind === 'service' ? Math.round(requests / ROWS.length) : requests;
  const strata = new Map(
    ROWS.map((row, index): [string, Stratum] => {
      const isChanged = kind === 'service' || index === 0;
      const baseline = requestsOf(row, each, NONE, random);
      return [
        String(index),
        { service: 's', baseline, candidate: requestsOf(row, each, isChanged ? effect : NONE, random) },
      ];
    }),
  );
  const different: Map<string, Different> = differentStrata(strata);
  const parts: Part[] = partsOf(kind === 'dependency' ? 'dependency' : 'transaction', different, String);
  // Of dependencies nothing is seen in the requests: the service has none here.
  return {
    evidence: evidenceOf(kind === 'dependency' ? [] : [...strata.values()], parts),
    regressed: regressedOf(different),
  };
}

function requestsOf(row: (typeof ROWS)[number], count: number, effect: Effect, random: Random): RedAggregate {
  const red = new RedAggregate();
  for (let request = 0; request < count; request++) {
    const rank = random.next();
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const isSlowest = effect.slowest === 1 || normal > TAIL_FROM;
    red.add({
      units: WEIGHT_ONE,
      sampling: 'exact',
      startMicros: 0,
      durationMicros: Math.round(row.medianMicros * Math.exp(row.sigma * normal) * (isSlowest ? effect.factor : 1)),
      error: rank < BASE_ERROR_RATE + effect.errorRate,
      clientError: false,
      idBytes: ID_BYTES,
      traceIdAt: 0,
      spanIdAt: 16,
    });
  }
  return red;
}

/** Of a normal deviate a tenth lies above. */
const TAIL_FROM = 1.2816;
const ID_BYTES = new Uint8Array(24);
