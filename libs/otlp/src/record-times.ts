/** When a record of a request says that it was, without making the record. */
import type { RecordSignal } from './otlp-messages.js';
import { WireType, type ProtobufCursor } from './protobuf-cursor.js';
import type { MessageRange } from './protobuf-fields.js';

const NANOS_PER_MICRO = 1_000n;
/** Of a span, a log record and a point of any kind; the first that is not 0 is the time. */
const TIME_FIELDS: Readonly<Record<RecordSignal, readonly number[]>> = { traces: [7], logs: [1, 11], metrics: [3] };

/** Microseconds, 0 where the record does not say it; undefined where it cannot be read up to its end. */
export function protobufTime(cursor: ProtobufCursor, range: MessageRange, signal: RecordSignal): number | undefined {
  const fields = TIME_FIELDS[signal];
  const found = fields.map(() => 0n);
  try {
    for (let at = range.from; at < range.end; at = cursor.at) {
      cursor.at = at;
      const tag = cursor.tag(range.end);
      const which = (tag & 7) === WireType.Fixed64 ? fields.indexOf(tag >>> 3) : -1;
      if (which >= 0) found[which] = cursor.fixed64(range.end);
      else cursor.skip(tag & 7, range.end);
    }
  } catch {
    return undefined;
  }
  return microsOf(found);
}

/** Of a record as it was read out of JSON. */
export function messageTime(message: unknown): number | undefined {
  const { timeUnixNano, startTimeUnixNano, observedTimeUnixNano } = message as Record<string, unknown>;
  const said = [timeUnixNano ?? startTimeUnixNano, observedTimeUnixNano].filter((nanos) => nanos !== undefined);
  return said.every((nanos) => typeof nanos === 'bigint') ? microsOf(said) : undefined;
}

const microsOf = (said: readonly bigint[]): number =>
  Number((said.find((nanos) => nanos !== 0n) ?? 0n) / NANOS_PER_MICRO);
