/** What a caller reads when the engine refuses or fails: no path, no name of the engine's own tables. Pure. */
import type { ErrorKind } from '@spanwise/contracts/base/errors';
import { cutText } from '@spanwise/contracts/base/cut-text';

const MAX_CHARS = 500;
const OF_THE_STATEMENT =
  /^(?:Failed to [a-z ]+: )?(Parser|Binder|Catalog|Conversion|Invalid Input|Out of Range|Syntax|Not implemented|Mismatch Type|Invalid Type|Cast|Divide by Zero|Parameter Not Allowed|Decimal|Permission|Expression|Constraint|Sequence) Error: /i;
/** Of the engine, of its allocations, and of the text that a row becomes. */
const OF_THE_MEMORY = /^Out of Memory Error|bad_alloc|allocation fail|failed to allocate|string longer than/i;
const SECONDARY = /^Secondary exception /;
const OF_THE_STORE = /parquet|zstd|snappy|magic bytes|\bfile\b|\bopen\b/i;

/** `readsStreams`: a narrower range would make the statement read less. */
export function engineError(
  text: string,
  readsStreams: boolean,
): { kind: ErrorKind; message: string; stopped: boolean } {
  if (text.startsWith('INTERRUPT Error'))
    return { kind: 'cancelled', message: 'The query was stopped.', stopped: true };
  const [sentence, cause = ''] = text.split('\n', 2);
  // Where there is no memory left to say what is wrong with the statement, that stands in the second line.
  const isOfMemory = OF_THE_MEMORY.test(sentence!) || (SECONDARY.test(cause) && OF_THE_MEMORY.test(cause));
  if (isOfMemory) return { ...outOfMemory(readsStreams), stopped: false };
  const known = OF_THE_STATEMENT.exec(sentence!);
  if (known === null || OF_THE_STORE.test(sentence!)) {
    return { kind: 'internal', message: 'Stored data of this time range could not be read.', stopped: false };
  }
  const rest = cutText(sentence!.slice(known[0].length), MAX_CHARS);
  return { kind: 'invalid_argument', message: `The statement cannot be run: ${rest}`, stopped: false };
}

export const outOfMemory = (readsStreams: boolean): { kind: ErrorKind; message: string } => ({
  kind: 'resource_exhausted',
  message: readsStreams
    ? 'The query needs more memory than one may use: narrow the time range, or select and sort less.'
    : 'The query needs more memory than one may use: make smaller values, or fewer of them.',
});
