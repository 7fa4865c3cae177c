/**
 * Requests that stay below every limit of INTAKE-9 and weigh little on the wire, of which much has to be stored: long texts
 * in many records, where they are written once for each. Pure.
 */
import { gzipSync } from 'node:zlib';
import { ProtobufWriter } from '@spanwise/otlp/protobuf-writer';
import type { Random } from '@spanwise/telemetry/random';
import type { Request } from './request.js';

interface Heavy {
  path: string;
  /** Fields on the way from the request to its records, as opentelemetry-proto numbers them. */
  way: number[];
  /** A record with its own field in front. */
  one: (text: Buffer) => Buffer;
}

const message = (field: number, ...parts: Buffer[]): Buffer =>
  new ProtobufWriter().bytes(field, Buffer.concat(parts)).finish();

/** A field of eight bytes, wire type 1; fields here are below 16. */
function fixed64(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9, (field << 3) | 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}

/** In each record replaced by its number: the same span twice would be one. */
const OWN = Buffer.from('0OwnPart');
const now = () => BigInt(Date.now()) * 1_000_000n;
const attribute = (text: Buffer) => Buffer.concat([message(1, Buffer.from('heavy')), message(2, message(1, text))]);
const span = (...more: Buffer[]) =>
  message(2, message(1, Buffer.alloc(16, 'h')), message(2, OWN), fixed64(7, now()), fixed64(8, now()), ...more);
const logRecord = (...more: Buffer[]) => message(2, fixed64(1, now()), fixed64(11, now()), ...more);

export const HEAVY: Readonly<Record<string, Heavy>> = {
  'names of spans': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(5, text)) },
  'attributes of spans': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(9, attribute(text))) },
  'names of events': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(11, message(2, text))) },
  'bodies of log records': { path: '/v1/logs', way: [1, 2], one: (text) => logRecord(message(5, message(1, text))) },
  'attributes of points': {
    path: '/v1/metrics',
    way: [1, 2, 2, 5],
    one: (text) => message(1, fixed64(3, now()), fixed64(6, 1n), message(7, attribute(text))),
  },
};
/** A metric has a name beside its points; the field of a gauge is 5. */
const METRIC_NAME = message(1, Buffer.from('hostile'));
/** What is inflated is less than 200 times as long as what was sent: a field that no message has is random. */
const RATIO = 150;
const PADDING = 500;

/** As many records with a text of `chars` as make `bytes`, before they are compressed. */
export function heavyRequest(random: Random, name: string, bytes: number, chars: number): Request {
  const { path, way, one } = HEAVY[name]!;
  const record = one(Buffer.alloc(chars, random.pick(['x', 'ab', 'a b', 'é'])));
  const count = Math.max(1, Math.floor(bytes / record.length));
  const records = Buffer.alloc(count * record.length, record);
  const own = record.indexOf(OWN);
  if (own !== -1) for (let at = 0; at < count; at++) records.writeUInt32BE(at, at * record.length + own + 4);
  const padding = message(PADDING, Buffer.from(random.hex(Math.ceil(records.length / RATIO)), 'hex'));
  const request = way
    .toReversed()
    .reduce<Buffer>(
      (inner, field, at) => message(field, ...(at === 1 && path === '/v1/metrics' ? [METRIC_NAME] : []), inner),
      Buffer.concat([records, padding]),
    );
  return {
    kind: 'telemetry',
    what: `${count} ${name} of ${chars} bytes`,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' },
    body: gzipSync(request, { level: 1 }),
    as: 'ingest',
  };
}
