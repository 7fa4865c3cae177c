/** The traces that show what the figures of a transaction are made of. Pure. */
import type { Schemas } from './api.js';

type Exemplar = Schemas['Exemplar'];
type Failure = Pick<Schemas['ErrorSummary'], 'error' | 'red'>;

export interface ShownTrace extends Exemplar {
  /** Of an error that happened in it. */
  errorType?: string;
}

/** The slowest, and for each error one, which can be opened where there is such a one; a trace that is both stands once. */
export function shownTraces(slowest: readonly Exemplar[], failures: readonly Failure[]): ShownTrace[] {
  const traces = new Map<string, ShownTrace>(slowest.map((exemplar) => [exemplar.trace_id, exemplar]));
  for (const { error, red } of failures) {
    const exemplar = red.exemplars.find(({ trace_available: there }) => there) ?? red.exemplars.at(0);
    if (exemplar === undefined) continue;
    const known = traces.get(exemplar.trace_id) ?? exemplar;
    traces.set(exemplar.trace_id, { errorType: error.error_type, ...known });
  }
  return [...traces.values()];
}
