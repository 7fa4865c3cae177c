import { eachLine } from './native-records.js';
import { parseExactJson } from './exact-json.js';
import { objectAt } from './json-text.js';
import { countRequestRecords } from './read-records.js';
import type { RecordSignal } from './otlp-messages.js';
import type { RowEncoding } from './read-rows.js';

/** Records that the row readers visit. Throws `OtlpError` where those do: what is counted can be read. */
export function countRecords(bytes: Uint8Array, encoding: RowEncoding, signal: RecordSignal): number {
  if (encoding !== 'records') return countRequestRecords(bytes, encoding, signal);
  let count = 0;
  eachLine(bytes, (line) => {
    objectAt(parseExactJson(line), 'a record');
    count++;
  });
  return count;
}
