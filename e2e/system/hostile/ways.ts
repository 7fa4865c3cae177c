/** The ways in: the same telemetry in every form that intake takes, and texts in the forms of others. Pure. */
import { gzipSync } from 'node:zlib';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import type { PushKind } from '@spanwise/contracts/iam-push-connectors';
import type { Random } from '@spanwise/telemetry/random';
import { encode, FORMS, type Coding, type Form } from '../telemetry/lanes.js';
import type { Shot } from './shot.js';
import type { Telemetry } from './telemetry.js';

type HttpForm = Exclude<Form, 'grpc'>;
export const HTTP_FORMS = FORMS.filter((form): form is HttpForm => form !== 'grpc');
const CODINGS: readonly Coding[] = ['identity', 'gzip', 'gzip', 'zstd'];
/** Share of requests of protobuf of which a few bytes are others. */
const BROKEN = 0.1;

/** A request of OTLP, or the same records in native form. */
export function otlpShot(
  random: Random,
  { signal, place, request }: Telemetry,
  recipe: string,
  form: HttpForm = random.pick(HTTP_FORMS),
): Shot {
  const coding = random.pick(CODINGS);
  const wire = encode(signal, request, 'hostile', form, coding);
  const broken = form === 'protobuf' && coding === 'identity' && random.chance(BROKEN);
  return {
    kind: 'telemetry',
    what: `${place}: ${recipe} (${form}, ${coding}${broken ? ', some bytes changed' : ''})`,
    method: 'POST',
    path: wire.path!,
    headers: wire.headers,
    body: broken ? mangled(random, wire.body) : wire.body,
    as: 'ingest',
  };
}

function mangled(random: Random, bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let count = random.int(1, 8); count > 0; count--)
    copy[random.int(0, Math.min(copy.length - 1, 200))] = random.int(0, 255);
  return copy;
}

const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');
const json = (value: unknown) => JSON.stringify(value);

/** What a sender of each kind would send with this text as its line, its label and its fields. */
const BODIES: Readonly<Record<PushKind, (hostile: string) => string>> = {
  aws_kinesis_firehose: (hostile) =>
    json({
      requestId: 'hostile',
      timestamp: Date.now(),
      records: [
        { data: base64(hostile) },
        { data: base64(json({ message: hostile, [hostile.slice(0, 300)]: 1, level: hostile })) },
        {
          data: base64(
            gzipSync(
              json({
                messageType: 'DATA_MESSAGE',
                owner: hostile,
                logGroup: hostile,
                logStream: hostile,
                logEvents: [{ id: hostile, timestamp: Date.now(), message: hostile }, null, 1, { message: 7 }],
              }),
            ),
          ),
        },
      ],
    }),
  cloudflare_logpush: (hostile) =>
    `${json({ EdgeStartTimestamp: new Date().toISOString(), ClientRequestURI: hostile, __proto__x: hostile })}\n${hostile}\n`,
  heroku_drain: (hostile) =>
    [`<40>1 ${new Date().toISOString()} host app web.3 - ${hostile}`, `<40>1 ${hostile}`, hostile]
      .filter((message) => message !== '')
      .map((message) => `${Buffer.byteLength(message)} ${message}`)
      .join(''),
  elasticsearch_bulk: (hostile) =>
    `${json({ index: { _index: 'hostile' } })}\n${json({ '@timestamp': new Date().toISOString(), message: hostile, [hostile.slice(0, 300)]: hostile })}\n`,
  loki_push: (hostile) =>
    json({
      streams: [
        {
          stream: { service_name: hostile, level: hostile },
          values: [[`${Date.now()}000000`, hostile, { x: hostile }]],
        },
      ],
    }),
};
const PATHS: Readonly<Record<PushKind, string>> = {
  aws_kinesis_firehose: '_kinesis_firehose',
  cloudflare_logpush: '_cloudflare',
  heroku_drain: '_heroku',
  elasticsearch_bulk: '_bulk',
  loki_push: 'loki/api/v1/push',
};

/** `tokens`: of the attacker's connectors. */
export function pushShot(
  kind: PushKind,
  hostile: string,
  recipe: string,
  tokens: Readonly<Record<PushKind, string>>,
): Shot {
  return {
    kind: 'telemetry',
    what: `${kind}: ${recipe}`,
    method: 'POST',
    path: `/api/v1/${PATHS[kind]}`,
    headers: { 'x-connector-token': tokens[kind], 'content-type': 'application/json' },
    body: BODIES[kind](hostile),
    as: 'none',
  };
}

/** Each request's own names follow. */
export const MANY_METRICS_PREFIX = 'hostile_many_';
const manyMetrics = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}_${at}`);

/** Metrics of Prometheus: a text as a name and a label, or `metrics` different names. */
export function remoteWriteShot(random: Random, hostile: string, recipe: string, metrics: number): Shot {
  const sample = [{ value: 1, timestamp: Date.now() }];
  const streamPrefix = metrics > 1 ? `${MANY_METRICS_PREFIX}${random.hex(4)}` : undefined;
  const named =
    streamPrefix !== undefined
      ? manyMetrics(streamPrefix, metrics).map((name) => series({ __name__: name }, sample))
      : [
          series({ __name__: 'hostile', label: hostile }, sample),
          series({ __name__: `h${hostile}`, [`l${hostile}`]: 'x' }, sample),
        ];
  return {
    kind: 'telemetry',
    what: metrics > 1 ? `remote write: ${metrics} metrics` : `remote write: ${recipe}`,
    method: 'POST',
    path: '/api/v1/prometheus/api/v1/write',
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
    body: snapped(writeRequest(named)),
    as: 'ingest',
    ...(streamPrefix !== undefined && { streamPrefix }),
  };
}

/** A value in a value in a value, deeper than encoders go: JSON of brackets, or messages of protobuf around each other. */
export function deepShot(random: Random, depth: number): Shot {
  const inJson = random.chance(0.5);
  return {
    kind: 'telemetry',
    what: `the body of a log, ${depth} lists deep, in ${inJson ? 'JSON' : 'protobuf'}`,
    method: 'POST',
    path: '/v1/logs',
    headers: { 'content-type': inJson ? 'application/json' : 'application/x-protobuf' },
    body: inJson ? deepJson(depth) : deepProtobuf(depth),
    as: 'ingest',
  };
}

const deepJson = (depth: number): string =>
  `{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${'{"arrayValue":{"values":['.repeat(depth)}{"stringValue":"x"}${']}}'.repeat(depth)}}]}]}]}`;

/** Fields of a log record's body and of the messages around it, as opentelemetry-proto numbers them. */
function deepProtobuf(depth: number): Uint8Array {
  const [RECORD_BODY, RECORDS, SCOPES, RESOURCES, ARRAY, VALUES] = [5, 2, 2, 1, 5, 1];
  let bytes = message(1, Buffer.from('x'));
  for (let at = 0; at < depth; at++) bytes = message(ARRAY, message(VALUES, bytes));
  return message(RESOURCES, message(SCOPES, message(RECORDS, message(RECORD_BODY, bytes))));
}

export function message(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);
}

/** A field of eight bytes. */
export function fixed64(field: number, value: bigint): Buffer {
  const bytes = Buffer.from([...varint((field << 3) | 1), ...Buffer.alloc(8)]);
  bytes.writeBigUInt64LE(value, bytes.length - 8);
  return bytes;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}
