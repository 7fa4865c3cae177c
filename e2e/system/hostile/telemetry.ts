/** Requests of telemetry that carry a hostile text, or a value that is deep or wide, in every place that something reads. Pure. */
import { ATTRIBUTE_KEYS } from '@spanwise/span-model/attribute-keys';
import type { AnyValue, KeyValue } from '@spanwise/telemetry/otlp';
import type { Random } from '@spanwise/telemetry/random';
import type { Signal } from '../telemetry/input.js';

export interface Telemetry {
  signal: Signal;
  /** Where the text stands. */
  place: string;
  request: object;
}

const NOW = () => `${Date.now()}000000`;
const text = (key: string, stringValue: string): KeyValue => ({ key, value: { stringValue } });

/** What most requests have in common, and what one of them replaces. */
interface Parts {
  resource?: KeyValue[];
  scope?: object;
  record?: object;
  attributes?: KeyValue[];
}

const resourceOf = (parts: Parts) => ({
  attributes: [text('service.name', 'hostile'), text('service.namespace', 'hostile'), ...(parts.resource ?? [])],
});

export const logRequest = (random: Random, parts: Parts): object => ({
  resourceLogs: [
    {
      resource: resourceOf(parts),
      scopeLogs: [
        {
          scope: parts.scope ?? {},
          logRecords: [
            {
              timeUnixNano: NOW(),
              severityNumber: 17,
              traceId: random.hex(16),
              spanId: random.hex(8),
              body: { stringValue: 'failed' },
              attributes: parts.attributes ?? [],
              ...parts.record,
            },
          ],
        },
      ],
    },
  ],
});

export const spanRequest = (random: Random, parts: Parts): object => ({
  resourceSpans: [
    {
      resource: resourceOf(parts),
      scopeSpans: [
        {
          scope: parts.scope ?? {},
          spans: [
            {
              traceId: random.hex(16),
              spanId: random.hex(8),
              name: 'GET /items',
              kind: random.int(1, 5),
              startTimeUnixNano: NOW(),
              endTimeUnixNano: NOW(),
              status: { code: 2 },
              attributes: parts.attributes ?? [],
              ...parts.record,
            },
          ],
        },
      ],
    },
  ],
});

export const metricRequest = (parts: Parts): object => ({
  resourceMetrics: [
    {
      resource: resourceOf(parts),
      scopeMetrics: [
        {
          scope: parts.scope ?? {},
          metrics: [
            {
              name: 'hostile',
              gauge: { dataPoints: [{ timeUnixNano: NOW(), asDouble: 1, attributes: parts.attributes ?? [] }] },
              ...parts.record,
            },
          ],
        },
      ],
    },
  ],
});

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

type Placed = (random: Random, hostile: string) => Omit<Telemetry, 'place'>;
const log =
  (parts: (hostile: string, random: Random) => Parts): Placed =>
  (random, hostile) => ({
    signal: 'logs',
    request: logRequest(random, parts(hostile, random)),
  });
const span =
  (parts: (hostile: string, random: Random) => Parts): Placed =>
  (random, hostile) => ({
    signal: 'traces',
    request: spanRequest(random, parts(hostile, random)),
  });
const metric =
  (parts: (hostile: string) => Parts): Placed =>
  (_, hostile) => ({
    signal: 'metrics',
    request: metricRequest(parts(hostile)),
  });
const sdkOf = (random: Random) => [text('telemetry.sdk.language', random.pick(SDKS))];

/** Where a text can stand. A rule that reads another attribute of a span has it in `ATTRIBUTE_KEYS`, and so here. */
export const PLACES: Readonly<Record<string, Placed>> = {
  'stack of a logged exception': log((hostile, random) => ({
    resource: sdkOf(random),
    attributes: exception(hostile),
  })),
  'stack of an exception of a span': span((hostile, random) => ({
    resource: sdkOf(random),
    record: { events: [{ name: 'exception', timeUnixNano: NOW(), attributes: exception(hostile) }] },
  })),
  'message of a logged exception': log((hostile) => ({ attributes: exception('', hostile) })),
  'type of a logged exception': log((hostile) => ({ attributes: exception('', 'failed', hostile) })),
  'message of an exception of a span': span((hostile) => ({
    record: { events: [{ name: 'exception', timeUnixNano: NOW(), attributes: exception('', hostile) }] },
  })),
  'group of a logged exception': log((hostile) => ({
    attributes: [...exception('x'), text('exception.group_id', hostile)],
  })),
  'body of a log': log((hostile) => ({ record: { body: { stringValue: hostile } } })),
  'severity of a log': log((hostile) => ({ record: { severityText: hostile, eventName: hostile } })),
  'name of a span': span((hostile) => ({ record: { name: hostile } })),
  'status of a span': span((hostile) => ({ record: { status: { code: 2, message: hostile }, traceState: hostile } })),
  'name of a scope': log((hostile) => ({ scope: { name: hostile, version: hostile } })),
  'name of an attribute': log((hostile) => ({ attributes: [text(hostile, 'x')] })),
  'name of a metric': metric((hostile) => ({ record: { name: hostile, unit: hostile, description: hostile } })),
  'label of a metric': metric((hostile) => ({ attributes: [text('label', hostile), text(hostile, 'x')] })),
  ...Object.fromEntries(
    ATTRIBUTE_KEYS.map((key) => [
      `${key} of a span`,
      span((hostile) => ({ attributes: [text(key, hostile), ...OF_EVERY_PROTOCOL(key)] })),
    ]),
  ),
  ...Object.fromEntries(
    RESOURCE_KEYS.map((key) => [`${key} of a resource`, span((hostile) => ({ resource: [text(key, hostile)] }))]),
  ),
};

/** A rule looks at its attributes only where the span is one of its protocol. */
function OF_EVERY_PROTOCOL(key: string): KeyValue[] {
  const mark = { db: 'db.system.name', rpc: 'rpc.system.name', messaging: 'messaging.system' }[key.split('.')[0]];
  const name = mark ?? 'http.request.method';
  return name === key ? [] : [text(name, mark === undefined ? 'GET' : 'postgresql')];
}

/** The place of the recipe's number first, so that the first ones meet every place. */
export function telemetryWith(random: Random, hostile: string, place: string): Telemetry {
  return { ...PLACES[place](random, hostile), place };
}

const nested = (depth: number, wrap: (inner: AnyValue) => AnyValue): AnyValue =>
  Array.from({ length: depth }).reduce<AnyValue>((inner) => wrap(inner), { stringValue: 'x' });

/** Not deeper than the encoder of Protobuf goes, which is 100 messages. Values that are deep, wide, both, of extreme numbers, and of names that objects have by themselves. */
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
      value: {
        arrayValue: {
          values: Array.from({ length: random.int(1_000, 30_000) }, (_, at) => ({ intValue: String(at) })),
        },
      },
    },
  ],
  'many attributes': (random) =>
    Array.from({ length: random.int(500, 8_000) }, (_, at) => text(`wide.${random.hex(3)}.${at}`, 'x')),
  'one name many times': (random) =>
    Array.from({ length: random.int(500, 8_000) }, (_, at) => text('again', String(at))),
  'dots in names': () => ['a', 'a.b', 'a.b.c', '.', '..', '', 'a.', '.a'].map((key) => text(key, 'x')),
  'names of objects': () =>
    ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.x', 'prototype', 'length', 'valueOf'].map(
      (key) => text(key, 'x'),
    ),
  'names of columns with other types': () =>
    ['_timestamp', '_event_id', 'body', 'trace_id', 'resource', 'attributes', 'severity_number', 'value', 'count'].map(
      (key) => ({
        key,
        value: { kvlistValue: { values: [text('x', 'y')] } },
      }),
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
  const attributes = SHAPES[shape](random);
  const signal = random.pick(['logs', 'traces', 'metrics'] as const);
  const request =
    signal === 'logs'
      ? logRequest(random, { attributes })
      : signal === 'traces'
        ? spanRequest(random, { attributes })
        : metricRequest({ attributes });
  return { signal, place: `attributes of ${signal}: ${shape}`, request };
}
