import { ATTRIBUTE_KEYS, SLOT, type AttributeKey } from './attribute-keys.js';
import { SpanKind, type AttributeValue, type SpanException, type SpanRecord, type SpanResource } from './span.js';

export type Attributes = Partial<Record<AttributeKey, AttributeValue>>;

export interface SpanParts extends Partial<Omit<SpanRecord, 'attributes' | 'resource' | 'exceptions'>> {
  /** Number that both ids are made of. */
  id?: number;
  /** Number that the id of the parent is made of, in the trace of number `trace`. */
  parent?: number;
  trace?: number;
  /** Trace and span numbers of linked spans, four at most. */
  linked?: [trace: number, id: number][];
  attributes?: Attributes;
  resource?: Partial<SpanResource>;
  exceptions?: Partial<SpanException>[];
}

const NO_RESOURCE: SpanResource = {
  namespace: '',
  service: '',
  environment: '',
  version: '',
  instance: '',
  language: '',
  sdkName: '',
  sdkVersion: '',
};

/** A complete SERVER span of 2026-01-01T00:00:00Z and 1 ms for specs; every member can be replaced. */
export function spanOf({
  id = 1,
  parent,
  trace = id,
  linked = [],
  attributes = {},
  resource = {},
  exceptions = [],
  ...members
}: SpanParts = {}): SpanRecord {
  const idBytes = new Uint8Array(32 + 4 * 24);
  const view = new DataView(idBytes.buffer);
  view.setUint32(12, trace);
  view.setUint32(20, id);
  view.setUint32(28, parent ?? 0);
  const links = linked.map(([trace, linkedId], index) => {
    const traceIdAt = 32 + 24 * index;
    view.setUint32(traceIdAt + 12, trace);
    view.setUint32(traceIdAt + 20, linkedId);
    return { traceIdAt, spanIdAt: traceIdAt + 16 };
  });
  const slots = Array.from<AttributeValue | undefined>({ length: ATTRIBUTE_KEYS.length });
  for (const [key, value] of Object.entries(attributes)) slots[SLOT[key as AttributeKey]] = value;
  return {
    idBytes,
    traceIdAt: 0,
    spanIdAt: 16,
    parentSpanIdAt: parent === undefined ? -1 : 24,
    hasParent: parent !== undefined,
    traceState: '',
    flags: 0,
    kind: SpanKind.Server,
    name: '',
    startMicros: 1_767_225_600_000_000,
    durationMicros: 1000,
    hasEnd: true,
    statusCode: 0,
    links,
    ...members,
    resource: { ...NO_RESOURCE, ...resource },
    attributes: slots,
    exceptions: exceptions.map((exception) => ({ timeMicros: 0, type: '', message: '', stacktrace: '', ...exception })),
  };
}
