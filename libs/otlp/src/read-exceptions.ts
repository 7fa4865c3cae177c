/** Exceptions that arrive as log records (semantic conventions "Exceptions in logs"). */
import { boundedStack, boundedText } from '@spanwise/span-model/exception-text';
import type { SpanResource } from '@spanwise/span-model/span';
import type { LoggedException } from '@spanwise/span-model/logged-exception';
import { ResourceBuilder } from './span-builder.js';
import { readLogRows, type RowEncoding } from './read-rows.js';
import type { Fields, LogRow } from './telemetry-rows.js';

const MARK = 'exception.';
/** `SEVERITY_NUMBER_ERROR`: below it the program has handled the exception. */
const ERROR_SEVERITY = 17;
const NANOS_PER_MICRO = 1_000n;
const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/**
 * Visits the records of a request of logs that report an exception, are errors (or have no severity) and name a trace and a
 * span: without those an exception is not distinguishable from its repetition. `loggedAtMicros` stands in for a time that a record
 * lacks; `index` is the record's place in the request. Requests without such records cost a search for a word. Throws where `readLogRows` does.
 */
export function readExceptions(
  bytes: Uint8Array,
  encoding: RowEncoding,
  loggedAtMicros: number,
  visit: (exception: LoggedException, index: number) => void,
): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // JSON may write any letter as an escape.
  if (!text.includes(MARK) && !(encoding === 'json' && text.includes('\\u'))) return;
  const resources = new WeakMap<Fields, SpanResource>();
  readLogRows(bytes, encoding, (row, index) => {
    const { attributes, traceId, spanId, severityNumber } = row;
    const type = boundedText(textOf(attributes, 'exception.type'));
    const message = boundedText(textOf(attributes, 'exception.message'));
    if (type === '' && message === '') return;
    if (severityNumber !== 0 && severityNumber < ERROR_SEVERITY) return;
    if (!TRACE_ID.test(traceId) || !SPAN_ID.test(spanId)) return;
    const exception = {
      resource: resourceOf(row, encoding, resources),
      idBytes: Buffer.from(traceId + spanId, 'hex'),
      timeMicros: Number((row.timeUnixNanos || row.observedUnixNanos) / NANOS_PER_MICRO) || loggedAtMicros,
      type,
      message,
      stacktrace: boundedStack(textOf(attributes, 'exception.stacktrace')),
      group: textOf(attributes, 'exception.group_id') || textOf(attributes, 'error.fingerprint'),
    };
    visit(exception, index);
  });
}

/** One object for all records of a resource; a native record names its service beside its other members. */
function resourceOf(row: LogRow, encoding: RowEncoding, known: WeakMap<Fields, SpanResource>): SpanResource {
  if (encoding === 'records') return spanResource({ ...row.attributes, ...row.resource });
  let resource = known.get(row.resource);
  if (resource === undefined) known.set(row.resource, (resource = spanResource(row.resource)));
  return resource;
}

function spanResource(fields: Fields): SpanResource {
  const builder = new ResourceBuilder();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'bigint') builder.add(name, Number(value));
    else if (typeof value !== 'object') builder.add(name, value);
  return builder.build();
}

function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
}
