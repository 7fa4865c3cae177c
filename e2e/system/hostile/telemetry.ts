/** Telemetry that carries a hostile text, or a value that is deep or wide, in every place that something reads. Pure. */
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import type { AnyValue, KeyValue } from '@spanwise/telemetry/otlp';
import type { Random } from '@spanwise/telemetry/random';
import type { Signal } from '../telemetry/input.js';

export interface Telemetry {
  signal: Signal;
  /** Where the text is. */
  place: string;
  request: object;
}

/** What of a request differs from others. */
interface Parts {
  resource?: KeyValue[];
  scope?: object;
  record?: object;
  attributes?: KeyValue[];
}

const now = () => `${Date.now()}000000`;
const text = (key: string, stringValue: string): KeyValue => ({ key, value: { stringValue } });

/** One record of the signal in an export request of OTLP. */
export function exportRequest(random: Random, signal: Signal, parts: Parts): object {
  const { resource = [], scope = {}, record = {}, attributes = [] } = parts;
  const head = { attributes: [text('service.name', 'hostile'), text('service.namespace', 'hostile'), ...resource] };
  const ids = { traceId: random.hex(16), spanId: random.hex(8) };
  if (signal === 'logs') {
    const line = { ...ids, timeUnixNano: now(), severityNumber: 17, body: { stringValue: 'failed' }, attributes };
    return { resourceLogs: [{ resource: head, scopeLogs: [{ scope, logRecords: [{ ...line, ...record }] }] }] };
  }
  if (signal === 'traces') {
    const times = { startTimeUnixNano: now(), endTimeUnixNano: now() };
    const span = { ...ids, name: 'GET /items', kind: random.int(1, 5), ...times, status: { code: 2 }, attributes };
    return { resourceSpans: [{ resource: head, scopeSpans: [{ scope, spans: [{ ...span, ...record }] }] }] };
  }
  const metric = { name: 'hostile', gauge: { dataPoints: [{ timeUnixNano: now(), asDouble: 1, attributes }] } };
  return { resourceMetrics: [{ resource: head, scopeMetrics: [{ scope, metrics: [{ ...metric, ...record }] }] }] };
}

const exception = (stack: string, message = 'failed', type = 'HostileError') => [
  text('exception.type', type),
  text('exception.message', message),
  text('exception.stacktrace', stack),
];
const RESOURCE_KEYS = [
  'service.name',
  'service.namespace',
  'service.version',
  'deployment.environment.name',
  'service.instance.id',
  'telemetry.sdk.language',
];
const SDKS = ['java', 'nodejs', 'webjs', 'python', 'dotnet', 'go', 'php', 'ruby', 'rust', 'dart', 'swift', ''];
const sdkOf = (random: Random) => [text('telemetry.sdk.language', random.pick(SDKS))];

type Placed = [signal: Signal, parts: (hostile: string, random: Random) => Parts];

export const STACK = 'stack of a logged exception';
/** Where a text can be. A rule that reads another attribute of a span has it in `ATTRIBUTE_KEYS`, and so here. */
export const PLACES: Readonly<Record<string, Placed>> = {
  [STACK]: ['logs', (hostile, random) => ({ resource: sdkOf(random), attributes: exception(hostile) })],
  'stack of an exception of a span': [
    'traces',
    (hostile, random) => ({
      resource: sdkOf(random),
      record: { events: [{ name: 'exception', timeUnixNano: now(), attributes: exception(hostile) }] },
    }),
  ],
  'message of a logged exception': ['logs', (hostile) => ({ attributes: exception('', hostile) })],
  'type of a logged exception': ['logs', (hostile) => ({ attributes: exception('', 'failed', hostile) })],
  'message of an exception of a span': [
    'traces',
    (hostile) => ({
      record: { events: [{ name: 'exception', timeUnixNano: now(), attributes: exception('', hostile) }] },
    }),
  ],
  'group of a logged exception': [
    'logs',
    (hostile) => ({ attributes: [...exception('x'), text('exception.group_id', hostile)] }),
  ],
  'body of a log': ['logs', (hostile) => ({ record: { body: { stringValue: hostile } } })],
  'severity of a log': ['logs', (hostile) => ({ record: { severityText: hostile, eventName: hostile } })],
  'name of a span': ['traces', (hostile) => ({ record: { name: hostile } })],
  'status of a span': [
    'traces',
    (hostile) => ({ record: { status: { code: 2, message: hostile }, traceState: hostile } }),
  ],
  'name of a scope': ['logs', (hostile) => ({ scope: { name: hostile, version: hostile } })],
  'name of an attribute': ['logs', (hostile) => ({ attributes: [text(hostile, 'x')] })],
  'name of a metric': ['metrics', (hostile) => ({ record: { name: hostile, unit: hostile, description: hostile } })],
  'label of a metric': ['metrics', (hostile) => ({ attributes: [text('label', hostile), text(hostile, 'x')] })],
  ...Object.fromEntries(
    ATTRIBUTE_KEYS.map((key): [string, Placed] => [
      `${key} of a span`,
      ['traces', (hostile) => ({ attributes: [text(key, hostile), ...ofProtocol(key)] })],
    ]),
  ),
  ...Object.fromEntries(
    RESOURCE_KEYS.map((key): [string, Placed] => [
      `${key} of a resource`,
      ['traces', (hostile) => ({ resource: [text(key, hostile)] })],
    ]),
  ),
};

/** A rule looks at its attributes only where the span is one of its protocol. */
function ofProtocol(key: string): KeyValue[] {
  const mark = { db: 'db.system.name', rpc: 'rpc.system.name', messaging: 'messaging.system' }[key.split('.')[0]!];
  const name = mark ?? 'http.request.method';
  return name === key ? [] : [text(name, mark === undefined ? 'GET' : 'postgresql')];
}

export function telemetryWith(random: Random, hostile: string, place: string): Telemetry {
  const [signal, parts] = PLACES[place]!;
  return { signal, place, request: exportRequest(random, signal, parts(hostile, random)) };
}

const range = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
const nested = (depth: number, wrap: (inner: AnyValue) => AnyValue): AnyValue =>
  Array.from({ length: depth }).reduce<AnyValue>((inner) => wrap(inner), { stringValue: 'x' });

/**
 * Values that are deep (not deeper than the encoder of Protobuf goes, which is 100 messages), wide, both, of extreme numbers,
 * and of names that objects have by themselves.
 */
export const SHAPES: Readonly<Record<string, (random: Random) => KeyValue[]>> = {
  'lists in lists': (random) => [
    { key: 'deep', value: nested(random.int(5, 28), (inner) => ({ arrayValue: { values: [inner] } })) },
  ],
  'maps in maps': (random) => [
    {
      key: 'deep',
      value: nested(random.int(5, 28), (inner) => ({ kvlistValue: { values: [{ key: 'k', value: inner }] } })),
    },
  ],
  'a list of many': (random) => [
    {
      key: 'wide',
      value: { arrayValue: { values: range(random.int(1_000, 30_000), (at) => ({ intValue: String(at) })) } },
    },
  ],
  'many attributes': (random) => range(random.int(500, 8_000), (at) => text(`wide.${random.hex(3)}.${at}`, 'x')),
  'one name many times': (random) => range(random.int(500, 8_000), (at) => text('again', String(at))),
  'dots in names': () => ['a', 'a.b', 'a.b.c', '.', '..', '', 'a.', '.a'].map((key) => text(key, 'x')),
  'names of objects': () =>
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.x', 'prototype', 'length', 'valueOf'].map(
      (key) => text(key, 'x'),
    ),
  'names of columns with other types': () =>
    ['_timestamp', '_event_id', 'body', 'trace_id', 'resource', 'attributes', 'severity_number', 'value', 'count'].map(
      (key) => ({ key, value: { kvlistValue: { values: [text('x', 'y')] } } }),
    ),
  'extreme numbers': () => [
    { key: 'n1', value: { intValue: '9223372036854775807' } },
    { key: 'n2', value: { intValue: '-9223372036854775808' } },
    { key: 'n3', value: { doubleValue: 1.7976931348623157e308 } },
    { key: 'n4', value: { doubleValue: 5e-324 } },
    { key: 'n5', value: { bytesValue: 'AAAA'.repeat(20_000) } },
  ],
};

export function telemetryOf(random: Random, shape: string): Telemetry {
  const signal = random.pick(['logs', 'traces', 'metrics'] as const);
  const request = exportRequest(random, signal, { attributes: SHAPES[shape]!(random) });
  return { signal, place: `attributes of ${signal}: ${shape}`, request };
}
