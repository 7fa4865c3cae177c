/** From a request to slices of the log. Pure but for inflating and compressing. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { MAX_LOG_MESSAGE_BYTES } from '@spanwise/bus/ingest-stream';
import { sliceDigest, type LogSlice, type SliceCoding, type SliceSignal } from '@spanwise/contracts/log/log-message';
import type { Encoding } from '@spanwise/otlp/read-traces';
import type { StreamRefusal } from './known-streams.js';
import type { Rejections } from './rejections.js';

/** Where the records of a request go, and what identifies its repetitions. */
export interface Destination {
  organizationId: string;
  stream: string;
  receivedAtMicros: number;
  /** Retention drops what is older at once; undefined where it is not known. */
  oldestMicros?: number;
  /** The client's own name of this request. */
  idempotencyKey?: string;
}

export interface OtlpRequest extends Destination {
  encoding: Encoding;
  coding: SliceCoding;
  wire: Uint8Array;
}

export interface SlicedRequest {
  slices: { shard: number; slice: LogSlice }[];
  accepted: number;
  /** Of the whole request, uncompressed. */
  decodedBytes: number;
  rejections: Rejections;
  /** Why nothing, or nothing of some stream, was taken: it may not be made. */
  refusal?: StreamRefusal;
}

export const SLICE_LIMIT_BYTES = MAX_LOG_MESSAGE_BYTES - 1_024;

const gzipAsync = promisify(gzip);
/** The same bytes give the same result: parts of a repeated request are cut alike. */
export const compress = (bytes: Uint8Array): Promise<Buffer> => gzipAsync(bytes, { level: 1 });

type Content = Pick<LogSlice, 'encoding' | 'coding' | 'bytes' | 'recordCount' | 'dedupeKey'>;

export const sliceOf = (
  destination: Pick<Destination, 'organizationId' | 'stream'>,
  signal: SliceSignal,
  content: Content,
): LogSlice => ({
  organizationId: destination.organizationId,
  stream: destination.stream,
  signal,
  sha256: sliceDigest(content.bytes),
  ...content,
});
