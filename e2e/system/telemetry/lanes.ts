/** The ways in which telemetry comes in: each has streams and ids of its own, so that none hides what another lost. */
import { deflateSync, gzipSync } from 'node:zlib';
import { recordsToProtobuf } from '@spanwise/telemetry/otlp-records-proto';
import { toProtobuf } from '@spanwise/telemetry/otlp-proto';
import type { Signal } from './input.js';
import { nativeRecords } from './native.js';

export const CODINGS = ['identity', 'gzip', 'deflate', 'zstd'] as const;
export type Coding = (typeof CODINGS)[number];
export const FORMS = ['json', 'protobuf', 'native array', 'native lines', 'native protobuf', 'grpc'] as const;
export type Form = (typeof FORMS)[number];

export interface Lane {
  /** Also the stream and the namespace. */
  name: string;
  form: Form;
  coding: Coding;
}

const lane = (form: Form, coding: Coding): Lane => ({
  name: `${form.replaceAll(' ', '-')}${coding === 'identity' ? '' : `-${coding}`}`,
  form,
  coding,
});

export const LANES: readonly Lane[] = [
  lane('json', 'identity'),
  lane('json', 'gzip'),
  lane('protobuf', 'identity'),
  lane('protobuf', 'gzip'),
  lane('protobuf', 'deflate'),
  lane('protobuf', 'zstd'),
  lane('grpc', 'identity'),
  lane('grpc', 'gzip'),
  lane('native array', 'identity'),
  lane('native lines', 'gzip'),
  lane('native protobuf', 'deflate'),
];
/** Of a small run; what is sent under kills comes in all forms. */
export const SMALL_LANES = LANES.filter(({ name }) => ['grpc', 'native-lines-gzip'].includes(name));

export interface Wire {
  body: Uint8Array;
  /** Of HTTP; a gRPC call has none. */
  path?: string;
  headers: Record<string, string>;
}

export function encode(signal: Signal, request: object, stream: string, form: Form, coding: Coding): Wire {
  if (form === 'grpc') return { body: protobufOf(signal, request), headers: { 'stream-name': stream } };
  const [type, bytes] = contentOf(signal, request, form);
  const native = form.startsWith('native');
  return {
    body: COMPRESS[coding](bytes),
    path: native ? `/api/v1/ingest/${signal}/${stream}` : `/v1/${signal}`,
    headers: {
      'content-type': type,
      ...(coding !== 'identity' && { 'content-encoding': coding }),
      ...(!native && { 'stream-name': stream }),
    },
  };
}

function contentOf(signal: Signal, request: object, form: Form): [string, Uint8Array] {
  if (form === 'json') return ['application/json', Buffer.from(JSON.stringify(request))];
  if (form === 'native array')
    return ['application/json', Buffer.from(`[${nativeRecords(signal, request).join(',')}]`)];
  if (form === 'native lines') return ['application/x-ndjson', Buffer.from(nativeRecords(signal, request).join('\n'))];
  return ['application/x-protobuf', protobufOf(signal, request)];
}

const protobufOf = (signal: Signal, request: object): Uint8Array =>
  signal === 'traces' ? toProtobuf(request) : recordsToProtobuf(request, signal);

const COMPRESS: Readonly<Record<Coding, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
  zstd: zstdFrame,
};

const RAW_BLOCK_BYTES = 128 * 1024;

/** A frame of blocks that are not compressed (RFC 8878, 3.1.1): Node 20 has no compressor, and any decoder reads it. */
export function zstdFrame(bytes: Uint8Array): Uint8Array {
  const header = Buffer.alloc(9);
  header.writeUInt32LE(0xfd2fb528, 0);
  // One segment whose size is given in four bytes.
  header[4] = 0b1010_0000;
  header.writeUInt32LE(bytes.length, 5);
  const pieces: Uint8Array[] = [header];
  for (let at = 0; at === 0 || at < bytes.length; at += RAW_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + RAW_BLOCK_BYTES);
    const last = at + RAW_BLOCK_BYTES >= bytes.length ? 1 : 0;
    const start = Buffer.alloc(3);
    start.writeUIntLE((block.length << 3) | last, 0, 3);
    pieces.push(start, block);
  }
  return Buffer.concat(pieces);
}
