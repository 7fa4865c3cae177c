/** OTLP/JSON traces (opentelemetry-proto, "JSON Protobuf Encoding"): lowerCamelCase members, hex ids, unknown members ignored. */
import { SLOT, type AttributeKey } from '@spanwise/span-model/attribute-keys';
import {
  MAX_EXCEPTIONS_PER_SPAN,
  MAX_LINKS_PER_SPAN,
  type AttributeValue,
  type SpanRecord,
} from '@spanwise/span-model/span';
import {
  doubleAt,
  hexBytes,
  int64At,
  integerAt,
  listAt,
  objectAt,
  parseOtlpJson,
  textAt,
  uint64At,
  type JsonObject,
} from './json-text.js';
import { durationMicros, fromBigInt, type NanoTime } from './nano-time.js';
import { malformed } from './otlp-error.js';
import { emptyException, emptySpan, resetSpan, ResourceBuilder, setExceptionMember } from './span-builder.js';

/** Ids in the record's bytes: those of the trace, the span and its parent, then those of links. */
const FIRST_LINK_AT = 32;
const LINK_BYTES = 24;

export function readTracesJson(bytes: Uint8Array, visit: (span: SpanRecord) => void): number {
  const request = objectAt(parseOtlpJson(bytes), 'the body');
  if (request === undefined) throw malformed('the body must be an object');
  const span = emptySpan(new ResourceBuilder().build());
  span.idBytes = new Uint8Array(FIRST_LINK_AT + MAX_LINKS_PER_SPAN * LINK_BYTES);
  let count = 0;
  for (const [index, entry] of listAt(request.resourceSpans, 'resourceSpans').entries()) {
    const path = `resourceSpans[${index}]`;
    const resourceSpans = objectAt(entry, path) ?? {};
    span.resource = readResource(objectAt(resourceSpans.resource, `${path}.resource`) ?? {}, `${path}.resource`);
    for (const [scopeIndex, scopeEntry] of listAt(resourceSpans.scopeSpans, `${path}.scopeSpans`).entries()) {
      const scopePath = `${path}.scopeSpans[${scopeIndex}]`;
      const scopeSpans = objectAt(scopeEntry, scopePath) ?? {};
      for (const [spanIndex, spanEntry] of listAt(scopeSpans.spans, `${scopePath}.spans`).entries()) {
        const spanPath = `${scopePath}.spans[${spanIndex}]`;
        readSpan(objectAt(spanEntry, spanPath) ?? {}, spanPath, span);
        visit(span);
        count++;
      }
    }
  }
  return count;
}

function readResource(resource: JsonObject, path: string) {
  const builder = new ResourceBuilder();
  eachAttribute(resource.attributes, `${path}.attributes`, (key, value) => builder.add(key, value));
  return builder.build();
}

function readSpan(json: JsonObject, path: string, span: SpanRecord): void {
  resetSpan(span);
  span.traceIdAt = placeId(span.idBytes, 0, 16, textAt(json.traceId, `${path}.traceId`));
  span.spanIdAt = placeId(span.idBytes, 16, 8, textAt(json.spanId, `${path}.spanId`));
  const parentSpanId = textAt(json.parentSpanId, `${path}.parentSpanId`);
  span.hasParent = hexBytes(parentSpanId)?.some((byte) => byte !== 0) ?? false;
  if (span.hasParent) span.parentSpanIdAt = placeId(span.idBytes, 24, 8, parentSpanId);
  span.traceState = textAt(json.traceState, `${path}.traceState`);
  span.flags = integerAt(json.flags, `${path}.flags`);
  span.kind = integerAt(json.kind, `${path}.kind`);
  span.name = textAt(json.name, `${path}.name`);
  const start: NanoTime = { micros: 0, rest: 0 };
  const end: NanoTime = { micros: 0, rest: 0 };
  fromBigInt(uint64At(json.startTimeUnixNano, `${path}.startTimeUnixNano`), start);
  const endNanos = uint64At(json.endTimeUnixNano, `${path}.endTimeUnixNano`);
  fromBigInt(endNanos, end);
  span.startMicros = start.micros;
  span.durationMicros = durationMicros(start, end);
  span.hasEnd = endNanos > 0n;
  span.statusCode = integerAt(objectAt(json.status, `${path}.status`)?.code, `${path}.status.code`);
  eachAttribute(json.attributes, `${path}.attributes`, (key, value) => {
    const slot = Object.hasOwn(SLOT, key) ? SLOT[key as AttributeKey] : -1;
    if (slot >= 0 && span.attributes[slot] === undefined) span.attributes[slot] = value;
  });
  readExceptions(json.events, `${path}.events`, span);
  readLinks(json.links, `${path}.links`, span);
}

function readLinks(links: unknown, path: string, span: SpanRecord): void {
  for (const [index, entry] of listAt(links, path).entries()) {
    const link = objectAt(entry, `${path}[${index}]`) ?? {};
    const traceId = textAt(link.traceId, `${path}[${index}].traceId`);
    const spanId = textAt(link.spanId, `${path}[${index}].spanId`);
    if (span.links.length >= MAX_LINKS_PER_SPAN) continue;
    const at = FIRST_LINK_AT + span.links.length * LINK_BYTES;
    const traceIdAt = placeId(span.idBytes, at, 16, traceId);
    const spanIdAt = placeId(span.idBytes, at + 16, 8, spanId);
    if (traceIdAt >= 0 && spanIdAt >= 0) span.links.push({ traceIdAt, spanIdAt });
  }
}

function readExceptions(events: unknown, path: string, span: SpanRecord): void {
  for (const [index, entry] of listAt(events, path).entries()) {
    const event = objectAt(entry, `${path}[${index}]`) ?? {};
    const exception = emptyException();
    const time: NanoTime = { micros: 0, rest: 0 };
    fromBigInt(uint64At(event.timeUnixNano, `${path}[${index}].timeUnixNano`), time);
    exception.timeMicros = time.micros;
    eachAttribute(event.attributes, `${path}[${index}].attributes`, (key, value) =>
      setExceptionMember(exception, key, value),
    );
    if (textAt(event.name, `${path}[${index}].name`) !== 'exception') continue;
    span.exceptions.push(exception);
    if (span.exceptions.length > MAX_EXCEPTIONS_PER_SPAN) span.exceptions.shift();
  }
}

function placeId(out: Uint8Array, at: number, length: number, text: string): number {
  const bytes = hexBytes(text);
  if (bytes?.length !== length) return -1;
  out.set(bytes, at);
  return at;
}

function eachAttribute(
  attributes: unknown,
  path: string,
  use: (key: string, value: AttributeValue | undefined) => void,
): void {
  for (const [index, entry] of listAt(attributes, path).entries()) {
    const attribute = objectAt(entry, `${path}[${index}]`) ?? {};
    const key = textAt(attribute.key, `${path}[${index}].key`);
    use(key, scalarOf(objectAt(attribute.value, `${path}[${index}].value`) ?? {}, `${path}[${index}].value`));
  }
}

function scalarOf(value: JsonObject, path: string): AttributeValue | undefined {
  if (present(value.stringValue)) return textAt(value.stringValue, `${path}.stringValue`);
  if (present(value.intValue)) return Number(int64At(value.intValue, `${path}.intValue`));
  if (present(value.doubleValue)) return doubleAt(value.doubleValue, `${path}.doubleValue`);
  if (!present(value.boolValue)) return undefined;
  if (typeof value.boolValue !== 'boolean') throw malformed(`${path}.boolValue must be true or false`);
  return value.boolValue;
}

const present = (value: unknown): boolean => value !== undefined && value !== null;
