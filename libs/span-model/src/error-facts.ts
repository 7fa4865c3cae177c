/** What is kept of an error group beside its counts: a monoid under `mergeErrorGroup`. */

export interface ErrorSample {
  startMicros: number;
  traceId: string;
  spanId: string;
  version: string;
  environment: string;
  transaction: string;
  message: string;
  stack: string[];
}

export interface ErrorGroupFacts {
  namespace: string;
  service: string;
  fingerprint: string;
  algorithm: string;
  errorType: string;
  frame: string;
  newest: ErrorSample;
  oldest: ErrorSample;
  firstSeenMicros: number;
  lastSeenMicros: number;
}

/** Total order of samples: time, then ids. */
function isOlder(a: ErrorSample, b: ErrorSample): boolean {
  if (a.startMicros !== b.startMicros) return a.startMicros < b.startMicros;
  if (a.traceId !== b.traceId) return a.traceId < b.traceId;
  return a.spanId < b.spanId;
}

/** Type and frame come from the oldest sample, so that the order of merging does not matter. */
export function mergeErrorGroup(a: ErrorGroupFacts, b: ErrorGroupFacts): ErrorGroupFacts {
  const first = isOlder(b.oldest, a.oldest) ? b : a;
  return {
    ...first,
    newest: isOlder(a.newest, b.newest) ? b.newest : a.newest,
    oldest: first.oldest,
    firstSeenMicros: Math.min(a.firstSeenMicros, b.firstSeenMicros),
    lastSeenMicros: Math.max(a.lastSeenMicros, b.lastSeenMicros),
  };
}
