import type { SpanResource } from './span.js';

/** An exception that a log record reports. Absent attributes are `''`; a type or a message is there. */
export interface LoggedException {
  /** One object for all records of a resource. */
  resource: SpanResource;
  /** Trace id (16 bytes), then span id (8 bytes). */
  idBytes: Uint8Array;
  timeMicros: number;
  type: string;
  message: string;
  stacktrace: string;
  /** The client's own name of the group. */
  group: string;
}
