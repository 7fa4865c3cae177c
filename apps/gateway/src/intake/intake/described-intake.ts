/** What the descriptions of the ways in share. */
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import type { RawRoute } from '../../edge/openapi/raw-route.js';

export const CODINGS = { 'Content-Encoding': 'gzip, deflate, zstd or identity' };
const REPETITION = {
  'Idempotency-Key':
    'A name of this request: logs and metrics that come again under it within 10 minutes are not stored twice',
};
export const INTAKE_REFUSALS: RawRoute['refusals'] = {
  payload_too_large:
    'The body is larger than the limits; or it holds too many records, attributes, buckets or fields, or shares too much among its records; or the organization has stored as much as it may.',
  resource_exhausted: 'This organization has too many bytes in flight. Retry after `Retry-After` seconds.',
  unavailable: 'The log is unavailable, or processing lags. Retry after `Retry-After` seconds.',
};

/** Message as in OTLP, and how its records are called. */
export const SIGNAL_WORDS: Readonly<Record<SliceSignal, { message: string; records: string }>> = {
  traces: { message: 'ExportTraceService', records: 'Spans' },
  logs: { message: 'ExportLogsService', records: 'Log records' },
  metrics: { message: 'ExportMetricsService', records: 'Metrics' },
};

export const repetitionOf = (signal: SliceSignal): Record<string, string> => (signal === 'traces' ? {} : REPETITION);

export const operationOf = (verb: string, signal: SliceSignal): string =>
  `${verb}${signal.charAt(0).toUpperCase()}${signal.slice(1)}`;
