/** Seeded traffic of versions whose truth is known. */
import { RedAggregate, WEIGHT_ONE } from '@spanwise/span-model/red';
import type { Stratum } from './traffic-mix.js';
import type { Exposure } from './verdict.js';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What one transaction is like: lognormal durations, and errors of one group. */
export interface Profile {
  /** Service and transaction. */
  name: string;
  /** Share of the traffic; shares need not add up to 1. */
  share: number;
  medianMicros: number;
  sigma: number;
  errorRate: number;
}

/** Twenty transactions, some frequent and fast, some rare and slow, with errors from none to 8 %. */
export const SHOP: Profile[] = Array.from({ length: 20 }, (_, index) => ({
  name: `GET /${index}`,
  share: 1 / (index + 1),
  medianMicros: 2_000 * 1.4 ** index,
  sigma: 0.3 + (index % 5) * 0.15,
  errorRate: [0, 0.001, 0.01, 0.03, 0.08][index % 5]!,
}));

export type Side = 'baseline' | 'candidate';

export class Traffic {
  readonly strata = new Map<string, Stratum>();
  readonly errors = new Map<string, Exposure[]>();

  constructor(private readonly random: () => number) {}

  get all(): Stratum[] {
    return [...this.strata.values()];
  }

  /** `sideOf` gives each request's version. */
  add(profiles: Profile[], requests: number, sideOf: () => Side, units = WEIGHT_ONE): this {
    const total = profiles.reduce((sum, { share }) => sum + share, 0);
    for (let request = 0; request < requests; request++) {
      let at = this.random() * total;
      const profile = profiles.find(({ share }) => (at -= share) < 0) ?? profiles[0];
      this.count(profile!, sideOf(), units);
    }
    return this;
  }

  private count(profile: Profile, side: Side, units: number): void {
    let requests = this.strata.get(profile.name);
    if (requests === undefined) {
      requests = { service: profile.name.split(' ')[0]!, baseline: new RedAggregate(), candidate: new RedAggregate() };
      this.strata.set(profile.name, requests!);
      this.errors.set(profile.name, [{ occurrences: { baseline: 0, candidate: 0 }, requests }]);
    }
    const error = this.random() < profile.errorRate;
    if (error) this.errors.get(profile.name)![0]!.occurrences[side] += units;
    requests![side].add({
      units,
      sampling: 'exact',
      startMicros: 0,
      durationMicros: Math.round(profile.medianMicros * Math.exp(profile.sigma * this.normal())),
      error,
      clientError: false,
      idBytes: new Uint8Array(24),
      traceIdAt: 0,
      spanIdAt: 16,
    });
  }

  private normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
  }
}
