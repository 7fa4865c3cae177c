/** What a caller is told when the engine refuses or fails: no path, no name of the engine's own tables. Pure. */
import type { ErrorKind } from '@spanwise/contracts/errors';

const MAX_CHARS = 500;
const OF_THE_STATEMENT =
  /^(?:Failed to [a-z ]+: )?(Parser|Binder|Catalog|Conversion|Invalid Input|Out of Range|Syntax|Not implemented|Mismatch Type|Invalid Type|Cast|Divide by Zero|Parameter Not Allowed|Decimal|Permission|Expression|Constraint|Sequence) Error: /i;
const OF_THE_STORE = /parquet|zstd|snappy|magic bytes|\bfile\b|\bopen\b/i;

export function engineError(text: string): { kind: ErrorKind; message: string; stopped: boolean } {
  if (text.startsWith('INTERRUPT Error'))
    return { kind: 'cancelled', message: 'The query was stopped.', stopped: true };
  if (/^Out of Memory Error/i.test(text)) return { ...outOfMemory(), stopped: false };
  const sentence = text.split('\n', 1)[0];
  const known = OF_THE_STATEMENT.exec(sentence);
  if (known === null || OF_THE_STORE.test(sentence)) {
    return { kind: 'internal', message: 'Stored data of this time range could not be read.', stopped: false };
  }
  const rest = sentence.slice(known[0].length).slice(0, MAX_CHARS);
  return { kind: 'invalid_argument', message: `The statement cannot be run: ${rest}`, stopped: false };
}

export const outOfMemory = (): { kind: ErrorKind; message: string } => ({
  kind: 'resource_exhausted',
  message: 'The query needs more memory than one may use: narrow the time range, or select and sort less.',
});
