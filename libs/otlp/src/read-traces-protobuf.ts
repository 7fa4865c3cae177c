/** `ExportTraceServiceRequest` (opentelemetry-proto, collector/trace/v1) in one pass over the bytes. */
import {
  MAX_EXCEPTIONS_PER_SPAN,
  MAX_LINKS_PER_SPAN,
  type AttributeValue,
  type SpanRecord,
  type SpanResource,
} from '@spanwise/span-model/span';
import { InternedTexts, NO_TEXTS, slotOfKey } from './interned-text.js';
import { durationMicros, fromHalves, type NanoTime } from './nano-time.js';
import { malformed } from './otlp-error.js';
import { ProtobufCursor, tagOf, WireType } from './protobuf-cursor.js';
import { eachMessage, type MessageRange } from './protobuf-fields.js';
import { emptyException, emptySpan, resetSpan, ResourceBuilder, setExceptionMember } from './span-builder.js';

const { Varint, Fixed64, Bytes, Fixed32 } = WireType;
const TAG = {
  requestResourceSpans: tagOf(1, Bytes),
  resource: tagOf(1, Bytes),
  scopeSpans: tagOf(2, Bytes),
  resourceAttributes: tagOf(1, Bytes),
  spans: tagOf(2, Bytes),
  key: tagOf(1, Bytes),
  value: tagOf(2, Bytes),
  stringValue: tagOf(1, Bytes),
  boolValue: tagOf(2, Varint),
  intValue: tagOf(3, Varint),
  doubleValue: tagOf(4, Fixed64),
  traceId: tagOf(1, Bytes),
  spanId: tagOf(2, Bytes),
  traceState: tagOf(3, Bytes),
  parentSpanId: tagOf(4, Bytes),
  name: tagOf(5, Bytes),
  kind: tagOf(6, Varint),
  startTime: tagOf(7, Fixed64),
  endTime: tagOf(8, Fixed64),
  attributes: tagOf(9, Bytes),
  events: tagOf(11, Bytes),
  links: tagOf(13, Bytes),
  status: tagOf(15, Bytes),
  flags: tagOf(16, Fixed32),
  linkedTraceId: tagOf(1, Bytes),
  linkedSpanId: tagOf(2, Bytes),
  eventTime: tagOf(1, Fixed64),
  eventName: tagOf(2, Bytes),
  eventAttributes: tagOf(3, Bytes),
  statusCode: tagOf(3, Varint),
} as const;

/** Reads one body. */
export class ProtobufTraceReader {
  private readonly cursor: ProtobufCursor;
  private readonly texts: Pick<InternedTexts, 'text'>;
  private readonly span: SpanRecord;
  private readonly start: NanoTime = { micros: 0, rest: 0 };
  private readonly end: NanoTime = { micros: 0, rest: 0 };

  /** With `checkOnly` texts and attributes are left out; everything is walked, and refused, alike. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly checkOnly = false,
  ) {
    this.cursor = new ProtobufCursor(bytes);
    this.texts = checkOnly ? NO_TEXTS : new InternedTexts(bytes);
    this.span = emptySpan(new ResourceBuilder().build());
    this.span.idBytes = bytes;
  }

  read(visit: (span: SpanRecord) => void): number {
    let count = 0;
    this.each({ from: 0, end: this.bytes.length }, RESOURCE_SPANS, (resourceSpans) => {
      this.useResource(resourceSpans);
      this.each(resourceSpans, SCOPE_SPANS, (scopeSpans) =>
        this.each(scopeSpans, SPANS, (span) => {
          visit(this.readSpan(span));
          count++;
        }),
      );
    });
    return count;
  }

  private each(message: MessageRange, tags: readonly number[], visit: (inner: MessageRange) => void): void {
    eachMessage(this.cursor, message, tags, visit);
  }

  /** The resource may stand after its spans, and its parts may repeat: it is read before any of them. */
  private useResource(resourceSpans: MessageRange): void {
    const builder = new ResourceBuilder();
    this.each(resourceSpans, RESOURCE, (resource) =>
      this.each(resource, RESOURCE_ATTRIBUTES, (attribute) =>
        this.readNamed(attribute, (key, value) => builder.add(key, value)),
      ),
    );
    this.span.resource = builder.build() satisfies SpanResource;
  }

  private readSpan(range: MessageRange): SpanRecord {
    const { cursor, span, start, end } = this;
    resetSpan(span);
    start.micros = start.rest = end.micros = end.rest = 0;
    cursor.at = range.from;
    while (cursor.at < range.end) this.readSpanField(cursor.tag(range.end), range.end);
    span.startMicros = start.micros;
    span.durationMicros = durationMicros(start, end);
    return span;
  }

  private readSpanField(tag: number, end: number): void {
    const { cursor, span } = this;
    switch (tag) {
      case TAG.traceId:
        span.traceIdAt = this.idAt(16, end);
        return;
      case TAG.spanId:
        span.spanIdAt = this.idAt(8, end);
        return;
      case TAG.parentSpanId: {
        const valueEnd = cursor.enter(end);
        const from = cursor.at;
        span.hasParent = false;
        while (cursor.at < valueEnd) if (this.bytes[cursor.at++] !== 0) span.hasParent = true;
        span.parentSpanIdAt = span.hasParent && valueEnd - from === 8 ? from : -1;
        return;
      }
      case TAG.traceState:
        span.traceState = this.text(end);
        return;
      case TAG.name:
        span.name = this.text(end);
        return;
      case TAG.kind:
        span.kind = cursor.varint(end);
        return;
      case TAG.flags:
        span.flags = cursor.fixed32(end);
        return;
      case TAG.startTime:
        this.time(this.start, end);
        return;
      case TAG.endTime:
        this.time(this.end, end);
        span.hasEnd = this.end.micros > 0 || this.end.rest > 0;
        return;
      case TAG.attributes:
        return this.readAttribute(cursor.enter(end));
      case TAG.events:
        return this.readEvent(cursor.enter(end));
      case TAG.links:
        return this.readLink(cursor.enter(end));
      case TAG.status:
        return this.readStatus(cursor.enter(end));
      default:
        if (KNOWN_SPAN_FIELDS.has(tag >>> 3)) throw malformed('a field of a span has the wrong wire type');
        cursor.skip(tag & 7, end);
    }
  }

  /** Position of an id of the right length, -1 for any other: such a span is rejected, not its request. */
  private idAt(length: number, end: number): number {
    const valueEnd = this.cursor.enter(end);
    const at = valueEnd - this.cursor.at === length ? this.cursor.at : -1;
    this.cursor.at = valueEnd;
    return at;
  }

  private text(end: number): string {
    const valueEnd = this.cursor.enter(end);
    const text = this.texts.text(this.cursor.at, valueEnd);
    this.cursor.at = valueEnd;
    return text;
  }

  private time(out: NanoTime, end: number): void {
    const low = this.cursor.fixed32(end);
    fromHalves(low, this.cursor.fixed32(end), out);
  }

  private readAttribute(end: number): void {
    const { cursor, span } = this;
    let slot = -1;
    let valueFrom = -1;
    let valueEnd = -1;
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.key) {
        const keyEnd = cursor.enter(end);
        if (!this.checkOnly) slot = slotOfKey(this.bytes, cursor.at, keyEnd);
        cursor.at = keyEnd;
      } else if (tag === TAG.value) {
        // Values of unknown keys are walked as well: whatever is accepted once can be read again.
        valueEnd = cursor.enter(end);
        valueFrom = cursor.at;
        this.walkValue(valueEnd);
      } else cursor.skip(tag & 7, end);
    }
    if (slot < 0 || valueFrom < 0 || span.attributes[slot] !== undefined) return;
    cursor.at = valueFrom;
    span.attributes[slot] = this.readValue(valueEnd);
    cursor.at = end;
  }

  /** Checks a value as `readValue` does, without making it. */
  private walkValue(end: number): void {
    const { cursor } = this;
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.stringValue) cursor.at = cursor.enter(end);
      else if (tag === TAG.intValue || tag === TAG.boolValue) cursor.varint(end);
      else if (tag === TAG.doubleValue) cursor.double(end);
      else cursor.skip(tag & 7, end);
    }
  }

  private readNamed(attribute: MessageRange, use: (key: string, value: AttributeValue | undefined) => void): void {
    const { cursor } = this;
    let key = '';
    let value: AttributeValue | undefined;
    cursor.at = attribute.from;
    while (cursor.at < attribute.end) {
      const tag = cursor.tag(attribute.end);
      if (tag === TAG.key) key = this.text(attribute.end);
      else if (tag === TAG.value) value = this.readValue(cursor.enter(attribute.end));
      else cursor.skip(tag & 7, attribute.end);
    }
    use(key, value);
  }

  /** Scalars; arrays, maps and bytes are stepped over by their length, so that their depth does not matter. */
  private readValue(end: number): AttributeValue | undefined {
    const { cursor } = this;
    let value: AttributeValue | undefined;
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.stringValue) value = this.text(end);
      else if (tag === TAG.intValue) value = cursor.int64(end);
      else if (tag === TAG.boolValue) value = cursor.varint(end) !== 0;
      else if (tag === TAG.doubleValue) value = cursor.double(end);
      else cursor.skip(tag & 7, end);
    }
    return value;
  }

  private readEvent(end: number): void {
    const { cursor, span } = this;
    const exception = emptyException();
    const time: NanoTime = { micros: 0, rest: 0 };
    let name = '';
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.eventTime) this.time(time, end);
      else if (tag === TAG.eventName) name = this.text(end);
      else if (tag === TAG.eventAttributes) {
        const attributeEnd = cursor.enter(end);
        this.readNamed({ from: cursor.at, end: attributeEnd }, (key, value) =>
          setExceptionMember(exception, key, value),
        );
      } else cursor.skip(tag & 7, end);
    }
    if (name !== 'exception') return;
    exception.timeMicros = time.micros;
    span.exceptions.push(exception);
    if (span.exceptions.length > MAX_EXCEPTIONS_PER_SPAN) span.exceptions.shift();
  }

  private readLink(end: number): void {
    const { cursor, span } = this;
    let traceIdAt = -1;
    let spanIdAt = -1;
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.linkedTraceId) traceIdAt = this.idAt(16, end);
      else if (tag === TAG.linkedSpanId) spanIdAt = this.idAt(8, end);
      else cursor.skip(tag & 7, end);
    }
    if (traceIdAt >= 0 && spanIdAt >= 0 && span.links.length < MAX_LINKS_PER_SPAN)
      span.links.push({ traceIdAt, spanIdAt });
  }

  private readStatus(end: number): void {
    const { cursor } = this;
    while (cursor.at < end) {
      const tag = cursor.tag(end);
      if (tag === TAG.statusCode) this.span.statusCode = cursor.varint(end);
      else cursor.skip(tag & 7, end);
    }
  }
}

const RESOURCE_SPANS = [TAG.requestResourceSpans];
const RESOURCE = [TAG.resource];
const RESOURCE_ATTRIBUTES = [TAG.resourceAttributes];
const SCOPE_SPANS = [TAG.scopeSpans];
const SPANS = [TAG.spans];

const KNOWN_SPAN_FIELDS = new Set(
  [
    TAG.traceId,
    TAG.spanId,
    TAG.traceState,
    TAG.parentSpanId,
    TAG.name,
    TAG.kind,
    TAG.startTime,
    TAG.endTime,
    TAG.attributes,
    TAG.events,
    TAG.links,
    TAG.status,
    TAG.flags,
  ].map((tag) => tag >>> 3),
);
