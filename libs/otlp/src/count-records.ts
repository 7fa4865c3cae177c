import { eachLine } from './native-records.js';
import { parseExactJson } from './exact-json.js';
import { objectAt } from './json-text.js';
import { countRequestRecords } from './read-records.js';
import type { RecordSignal } from './otlp-messages.js';
import type { RowEncoding } from './read-rows.js';

/**
 * Hears when a record says that it was, microseconds: 0 where it does not say it, undefined where that cannot be read.
 */
export type HearTime = (micros: number | undefined) => void;

/** Records that the row readers visit. Throws `OtlpError` where those do: what is counted can be read. */
export function countRecords(bytes: Uint8Array, encoding: RowEncoding, signal: RecordSignal, hear?: HearTime): number {
  if (encoding !== 'records') return countRequestRecords(bytes, encoding, signal, hear);
  let count = 0;
  eachLine(bytes, (line) => {
    const record = objectAt(parseExactJson(line), 'a record');
    const micros = record?._timestamp;
    hear?.(typeof micros === 'number' || typeof micros === 'bigint' ? Number(micros) : undefined);
    count++;
  });
  return count;
}
