/** Whether the records of a request can be taken, one by one (INTAKE-1): what a gateway must know before it says 200. */
import { readLogRows, readMetricRows } from './read-rows.js';
import type { Encoding } from './read-traces.js';
import type { Fields, FieldValue } from './telemetry-rows.js';

/** Later than this after its receipt a record's time is wrong (INTAKE-4). */
export const MAX_AHEAD_MICROS = 600_000_000;
/** Of what would be stored and dropped at once. */
export const OUT_OF_RETENTION = 'it is older than its stream keeps its records';
export const RECORD_LIMITS = {
  /** Attributes, those inside of others included. */
  fields: 1_024,
  nameBytes: 256,
  /** Of one text, and of all texts together. */
  textBytes: 256 * 1024,
  recordBytes: 1024 * 1024,
  depth: 16,
} as const;

export interface CheckedRecords {
  /** Why each record is rejected; undefined for those that are taken. */
  reasons: (string | undefined)[];
  /** Every record says its own time, so that an equal body can only be a repetition. */
  timed: boolean;
}

/** Throws `OtlpError` for a request that is malformed as a whole. */
export function checkLogs(
  bytes: Uint8Array,
  encoding: Encoding,
  receivedAtMicros: number,
  oldestMicros?: number,
): CheckedRecords {
  const checked: CheckedRecords = { reasons: [], timed: true };
  readLogRows(
    bytes,
    encoding,
    (row) => {
      const nanos = row.timeUnixNanos === 0n ? row.observedUnixNanos : row.timeUnixNanos;
      checked.timed &&= nanos !== 0n;
      checked.reasons.push(
        timeReason(nanos, receivedAtMicros, oldestMicros) ??
          boundsReason([row.attributes, { body: row.body }], row.severityText),
      );
    },
    true,
  );
  return checked;
}

export function checkMetrics(
  bytes: Uint8Array,
  encoding: Encoding,
  receivedAtMicros: number,
  oldestMicros?: number,
): CheckedRecords {
  const checked: CheckedRecords = { reasons: [], timed: true };
  readMetricRows(
    bytes,
    encoding,
    (row) => {
      checked.timed &&= row.timeUnixNanos !== 0n;
      const reason =
        row.name === '' ? 'the metric has no name' : timeReason(row.timeUnixNanos, receivedAtMicros, oldestMicros);
      checked.reasons.push(reason ?? boundsReason([row.attributes], row.name));
    },
    true,
  );
  return checked;
}

/** Without a time a record has that of its receipt. */
function timeReason(nanos: bigint, receivedAtMicros: number, oldestMicros = 0): string | undefined {
  const micros = Number(nanos / 1_000n);
  if (micros > receivedAtMicros + MAX_AHEAD_MICROS) return 'its time is more than 10 minutes after its receipt';
  return nanos !== 0n && micros < oldestMicros ? OUT_OF_RETENTION : undefined;
}

/** Why these fields are more than a record may hold. */
export function boundsReason(all: readonly Fields[], ...texts: string[]): string | undefined {
  const total = { fields: 0, bytes: 0 };
  for (const text of texts) total.bytes += bytesOf(text);
  for (const fields of all) {
    const reason = fieldsReason(fields, 1, total);
    if (reason !== undefined) return reason;
  }
  return total.bytes > RECORD_LIMITS.recordBytes ? `it is larger than ${RECORD_LIMITS.recordBytes} bytes` : undefined;
}

/** A character is at most three bytes of UTF-8: most texts need no count. */
const isLonger = (text: string, bytes: number): boolean => text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

/** Short texts count as what they are at most: together they only matter when they are many. */
const SHORT_CHARS = 64;
const bytesOf = (text: string): number => (text.length <= SHORT_CHARS ? text.length * 3 : Buffer.byteLength(text));

interface Total {
  fields: number;
  bytes: number;
}

function fieldsReason(fields: Fields, depth: number, total: Total): string | undefined {
  for (const name of Object.keys(fields)) {
    if (isLonger(name, RECORD_LIMITS.nameBytes))
      return `the name of a field is longer than ${RECORD_LIMITS.nameBytes} bytes`;
    const reason = valueReason(fields[name]!, depth, total);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function valueReason(value: FieldValue, depth: number, total: Total): string | undefined {
  if (++total.fields > RECORD_LIMITS.fields) return `it has more than ${RECORD_LIMITS.fields} fields`;
  if (typeof value === 'string') {
    total.bytes += bytesOf(value);
    return isLonger(value, RECORD_LIMITS.textBytes)
      ? `a value is longer than ${RECORD_LIMITS.textBytes} bytes`
      : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= RECORD_LIMITS.depth) return `its values are nested deeper than ${RECORD_LIMITS.depth} levels`;
  if (!Array.isArray(value)) return fieldsReason(value, depth + 1, total);
  for (const item of value) {
    const reason = valueReason(item, depth + 1, total);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
