import { malformed } from './otlp-error.js';
import type { ProtobufCursor } from './protobuf-cursor.js';

/** Where a message stands in the body. */
export interface MessageRange {
  from: number;
  end: number;
}

/** Visits each message of the fields `tags`, and each other field's whole range where the caller wants those. */
export function eachMessage(
  cursor: ProtobufCursor,
  message: MessageRange,
  tags: readonly number[],
  visit: (inner: MessageRange, which: number) => void,
  other?: (field: MessageRange) => void,
): void {
  let at = message.from;
  while (at < message.end) {
    cursor.at = at;
    const found = cursor.tag(message.end);
    const which = tags.indexOf(found);
    if (which >= 0) {
      const end = cursor.enter(message.end);
      visit({ from: cursor.at, end }, which);
      at = end;
      continue;
    }
    if (tags.some((tag) => tag >>> 3 === found >>> 3)) throw malformed('a field has the wrong wire type');
    cursor.skip(found & 7, message.end);
    other?.({ from: at, end: cursor.at });
    at = cursor.at;
  }
}
