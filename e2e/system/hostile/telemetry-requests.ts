/** Telemetry of an attacker by every way in, from a seed. */
import { gzipSync } from 'node:zlib';
import { PUSH_KINDS, type PushKind } from '@spanwise/contracts/iam/push-connectors';
import { series, snapped, writeRequest } from '@spanwise/otlp/remote-write.fixture';
import type { Random } from '@spanwise/telemetry/random';
import { encode, FORMS, type Coding, type Form } from '../telemetry/lanes.js';
import { HEAVY, heavyRequest } from './heavy.js';
import { randomText, type MadeText } from './hostile-texts.js';
import type { Request } from './request.js';
import { PLACES, SHAPES, STACK, telemetryOf, telemetryWith, type Telemetry } from './telemetry.js';

type HttpForm = Exclude<Form, 'grpc'>;
const HTTP_FORMS = FORMS.filter((form): form is HttpForm => form !== 'grpc');
const CODINGS: readonly Coding[] = ['identity', 'gzip', 'gzip', 'zstd'];
/** Share of requests of protobuf of which a few bytes are others. */
const BROKEN = 0.1;
const SHORTEST = 65_536;
/** More than a request may make streams. */
const MANY_METRICS = 3_000;
/** Few of them: each takes the store writer as long as hundreds of others. */
const HEAVY_EVERY = 200;
/** So long a name of each of thousands of spans has stopped storing once. */
const HEAVY_CHARS = 8_000;

export interface TelemetrySize {
  count: number;
  /** Longest text, in characters. */
  longest: number;
  /** Of a request of few and heavy records, as decoded, in bytes. */
  heaviest: number;
}

/** With an `ingest` token and with those of push connectors; what is the same for every seed first. */
export function* telemetryRequests(
  random: Random,
  { count, longest, heaviest }: TelemetrySize,
  tokens: Readonly<Record<PushKind, string>>,
): Generator<Request> {
  const lines = { recipe: 'line feeds and a frame of Java', text: `${'\n'.repeat(longest)}\tat a.B.c(B.java:1)` };
  for (const form of HTTP_FORMS)
    yield otlpRequest(random, telemetryWith(random, lines.text, STACK), lines.recipe, form);
  for (const [at, name] of Object.keys(HEAVY).entries())
    yield { ...heavyRequest(random, name, heaviest, HEAVY_CHARS), grpc: at % 2 === 1 };
  const places = Object.keys(PLACES);
  const shapes = Object.keys(SHAPES);
  for (let at = 0; at < count; at++) {
    const made = randomText(random, random.int(SHORTEST, longest));
    const way = at % 10;
    if (at % HEAVY_EVERY === 3)
      yield {
        ...heavyRequest(random, random.pick(Object.keys(HEAVY)), random.int(1, heaviest), 2 * random.int(100, 30_000)),
        grpc: random.chance(0.5),
      };
    else if (way === 9) yield pushRequest(PUSH_KINDS[Math.floor(at / 10) % PUSH_KINDS.length]!, made, tokens);
    else if (way === 8) yield remoteWriteRequest(random, made, random.chance(0.02) ? MANY_METRICS : 1);
    else if (way === 7)
      yield otlpRequest(random, telemetryOf(random, shapes[Math.floor(at / 10) % shapes.length]!), 'a shape');
    else
      yield otlpRequest(random, telemetryWith(random, made.text, way === 0 ? STACK : random.pick(places)), made.recipe);
  }
}

/** A request of OTLP, or the same records in native form. */
function otlpRequest(
  random: Random,
  { signal, place, request }: Telemetry,
  recipe: string,
  form: HttpForm = random.pick(HTTP_FORMS),
): Request {
  const coding = random.pick(CODINGS);
  const wire = encode(signal, request, 'hostile', form, coding);
  const isBroken = form === 'protobuf' && coding === 'identity' && random.chance(BROKEN);
  const body = Uint8Array.from(wire.body);
  if (isBroken)
    for (let changed = random.int(1, 8); changed > 0; changed--)
      body[random.int(0, Math.min(body.length - 1, 200))] = random.int(0, 255);
  return {
    kind: 'telemetry',
    what: `${place}: ${recipe} (${form}, ${coding}${isBroken ? ', some bytes changed' : ''})`,
    method: 'POST',
    path: wire.path!,
    headers: wire.headers,
    body,
    as: 'ingest',
  };
}

const base64 = (data: string | Buffer) => Buffer.from(data).toString('base64');
const json = (value: unknown) => JSON.stringify(value);
const isoNow = () => new Date().toISOString();

/** Where and what a sender of each kind would send with this text as its line, its label and its fields. */
const PUSHES: Readonly<Record<PushKind, [path: string, body: (hostile: string) => string]>> = {
  aws_kinesis_firehose: [
    '_kinesis_firehose',
    (hostile) => {
      const logEvents = [{ id: hostile, timestamp: Date.now(), message: hostile }, null, 1, { message: 7 }];
      const batch = { messageType: 'DATA_MESSAGE', owner: hostile, logGroup: hostile, logStream: hostile, logEvents };
      const record = { message: hostile, [hostile.slice(0, 300)]: 1, level: hostile };
      const records = [hostile, json(record), gzipSync(json(batch))].map((data) => ({ data: base64(data) }));
      return json({ requestId: 'hostile', timestamp: Date.now(), records });
    },
  ],
  cloudflare_logpush: [
    '_cloudflare',
    (hostile) =>
      `${json({ EdgeStartTimestamp: isoNow(), ClientRequestURI: hostile, __proto__x: hostile })}\n${hostile}\n`,
  ],
  heroku_drain: [
    '_heroku',
    (hostile) =>
      [`<40>1 ${isoNow()} host app web.3 - ${hostile}`, `<40>1 ${hostile}`, hostile]
        .filter((line) => line !== '')
        .map((line) => `${Buffer.byteLength(line)} ${line}`)
        .join(''),
  ],
  elasticsearch_bulk: [
    '_bulk',
    (hostile) =>
      `${json({ index: { _index: 'hostile' } })}\n${json({ '@timestamp': isoNow(), message: hostile, [hostile.slice(0, 300)]: hostile })}\n`,
  ],
  loki_push: [
    'loki/api/v1/push',
    (hostile) => {
      const values = [[`${Date.now()}000000`, hostile, { x: hostile }]];
      return json({ streams: [{ stream: { service_name: hostile, level: hostile }, values }] });
    },
  ],
};

function pushRequest(kind: PushKind, { text, recipe }: MadeText, tokens: Readonly<Record<PushKind, string>>): Request {
  const [path, body] = PUSHES[kind];
  return {
    kind: 'telemetry',
    what: `${kind}: ${recipe}`,
    method: 'POST',
    path: `/api/v1/${path}`,
    headers: { 'x-connector-token': tokens[kind], 'content-type': 'application/json' },
    body: body(text),
    as: 'none',
  };
}

/** Metrics of Prometheus: a text as a name and a label, or `metrics` different names. */
function remoteWriteRequest(random: Random, { text, recipe }: MadeText, metrics: number): Request {
  const sample = [{ value: 1, timestamp: Date.now() }];
  const prefix = random.hex(4);
  const named =
    metrics > 1
      ? Array.from({ length: metrics }, (_, at) => ({ __name__: `many_${prefix}_${at}` }))
      : [
          { __name__: 'hostile', label: text },
          { __name__: `h${text}`, [`l${text}`]: 'x' },
        ];
  return {
    kind: 'telemetry',
    what: `remote write: ${metrics > 1 ? `${metrics} metrics` : recipe}`,
    method: 'POST',
    path: '/api/v1/prometheus/api/v1/write',
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' },
    body: snapped(writeRequest(named.map((labels) => series(labels as { __name__: string }, sample)))),
    as: 'ingest',
  };
}
