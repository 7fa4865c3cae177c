/** Everything that two versions differ in, and what follows from it (APM-26, ADR 18). Pure. */
import type { Evidence } from '@spanwise/contracts/apm/evidence';
import { evidenceOf, partsOf, type Reading } from './evidence.js';
import type { Stratum } from './traffic-mix.js';
import { differentRates, differentStrata, type Different } from './verdict.js';
import { exposuresOf, strataOf, type VersionRows } from './version-rows.js';

export interface ComparedVersions {
  /** Transactions of either version by their key. */
  strata: Map<string, Stratum>;
  transactions: Map<string, Different>;
  errors: Map<string, Different>;
  dependencies: Map<string, Different>;
  evidence: Evidence;
}

export function comparedVersions(
  baseline: VersionRows,
  candidate: VersionRows,
  reading: Reading = {},
): ComparedVersions {
  const { times } = reading;
  const strata = strataOf(baseline.transactions, candidate.transactions);
  const transactions = differentStrata(strata, undefined, times);
  const errors = differentRates(exposuresOf(baseline, candidate, strata), times);
  const dependencies = differentStrata(strataOf(baseline.dependencies, candidate.dependencies), undefined, times);
  const parts = [
    ...partsOf('transaction', transactions, (key) => key.split('\0')[2]!),
    ...partsOf('dependency', dependencies, dependencyName),
    ...partsOf('error', errors, (key) => key.split('\0')[0]!),
  ];
  return { strata, transactions, errors, dependencies, evidence: evidenceOf([...strata.values()], parts, reading) };
}

/** Target, and operation where there is one. */
function dependencyName(key: string): string {
  const [, , target, , operation] = key.split('\0');
  return operation === '' ? target! : `${target} ${operation}`;
}
