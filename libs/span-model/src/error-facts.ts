/** What is kept of an error group beside its counts: a commutative, associative and idempotent merge. */
import type { Grouping } from './grouping/evidence.js';

export interface ErrorSample {
  startMicros: number;
  traceId: string;
  spanId: string;
  version: string;
  environment: string;
  transaction: string;
  /** Sanitised, as is the stack. */
  message: string;
  stack: string[];
}

export interface ErrorGroupFacts {
  namespace: string;
  service: string;
  fingerprint: string;
  algorithm: string;
  /** Fingerprints of former algorithms that this group goes on under, sorted, at most `MAX_ALIASES`. */
  aliases: string[];
  /** Undefined for groups stored before it was kept. */
  grouping: Grouping | undefined;
  errorType: string;
  frame: string;
  /** Newest first, at least one, as `selectSamples` chooses them. */
  samples: ErrorSample[];
  firstSeenMicros: number;
  lastSeenMicros: number;
}

/** The newest sample of so many versions, and of so many transactions: eight samples with the oldest one. */
const SAMPLED_VERSIONS = 4;
const SAMPLED_TRANSACTIONS = 4;
export const MAX_SAMPLES = SAMPLED_VERSIONS + SAMPLED_TRANSACTIONS;
/** A group of today may go on from one of each build that a former algorithm took for another cause. */
export const MAX_ALIASES = 16;

/** A total order: by time, then by ids, then by content. Newest first. */
function compareSamples(a: ErrorSample, b: ErrorSample): number {
  if (a.startMicros !== b.startMicros) return b.startMicros - a.startMicros;
  return compareTexts(b.traceId, a.traceId) || compareTexts(b.spanId, a.spanId) || compareTexts(restOf(b), restOf(a));
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const restOf = ({ version, environment, transaction, message, stack }: ErrorSample): string =>
  JSON.stringify([version, environment, transaction, message, stack]);

/**
 * The samples that a group keeps: the oldest, the newest of each of the versions seen last and of each of the transactions
 * seen last; the newest of all is among both. A sample is chosen from a union only if it is chosen from its own part,
 * because being the newest of a version and that version being among the last ones are maxima of a total order: the
 * choice does not depend on how or how often samples are merged.
 */
export function selectSamples(samples: readonly ErrorSample[]): ErrorSample[] {
  const sorted = samples
    .toSorted(compareSamples)
    .filter((sample, index, all) => index === 0 || compareSamples(all[index - 1]!, sample) !== 0);
  const versions = new Set<string>();
  const transactions = new Set<string>();
  return sorted.filter((sample, index) => {
    const ofVersion = claims(versions, sample.version, SAMPLED_VERSIONS);
    const ofTransaction = claims(transactions, sample.transaction, SAMPLED_TRANSACTIONS);
    return ofVersion || ofTransaction || index === sorted.length - 1;
  });
}

/** Whether the text is new and still has a place; newest come first. */
function claims(taken: Set<string>, text: string, places: number): boolean {
  if (taken.has(text) || taken.size >= places) return false;
  taken.add(text);
  return true;
}

/** Type, frame and grouping are those of the oldest sample, so that the order of merging does not matter. */
export function mergeErrorGroup(a: ErrorGroupFacts, b: ErrorGroupFacts): ErrorGroupFacts {
  const age = compareSamples(a.samples[a.samples.length - 1]!, b.samples[b.samples.length - 1]!);
  const bLeads = age < 0 || (age === 0 && describe(b) < describe(a));
  return {
    ...(bLeads ? b : a),
    aliases: [...new Set([...a.aliases, ...b.aliases])].sort().slice(0, MAX_ALIASES),
    samples: selectSamples([...a.samples, ...b.samples]),
    firstSeenMicros: Math.min(a.firstSeenMicros, b.firstSeenMicros),
    lastSeenMicros: Math.max(a.lastSeenMicros, b.lastSeenMicros),
  };
}

const describe = ({ algorithm, errorType, frame, grouping }: ErrorGroupFacts): string =>
  JSON.stringify([algorithm, errorType, frame, grouping]);
