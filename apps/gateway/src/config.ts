import { z } from 'zod';
import {
  durationMs,
  integer,
  optionalText,
  serviceVariables,
  url,
  variable,
  type ConfigOf,
} from '@spanwise/host/config';

const origins = z.string().transform((value) =>
  value
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== ''),
);

const optionalPort = optionalText
  .transform((value) => (value === undefined ? undefined : Number(value)))
  .pipe(z.number().int().min(0).max(65_535).optional());

export const variables = {
  ...serviceVariables(8080),
  baseUrl: variable('SPANWISE_BASE_URL', url('http:', 'https:'), 'public origin', 'http://localhost:8080'),
  rateAccount: variable(
    'SPANWISE_RATE_ACCOUNT',
    integer(1, 1e9),
    'requests per minute of a user or API token',
    '30000',
  ),
  rateOrganization: variable(
    'SPANWISE_RATE_ORGANIZATION',
    integer(1, 1e9),
    'requests per minute of an organization',
    '60000',
  ),
  rateRefused: variable(
    'SPANWISE_RATE_REFUSED',
    integer(1, 1e9),
    'refused credentials per minute from an address before it gets 429',
    '600',
  ),
  corsOrigins: variable('SPANWISE_CORS_ORIGINS', origins, 'allowed CORS origins, or *', ''),
  shards: variable('SPANWISE_INGEST_SHARDS', integer(1, 64), 'shards of the log', '1'),
  logSync: variable(
    'SPANWISE_LOG_SYNC',
    z.enum(['always', 'interval', 'unknown']),
    'when the log is synced to disk',
    'unknown',
  ),
  lingerMs: variable('SPANWISE_INTAKE_LINGER', durationMs, 'window in which requests share a log message', '2ms'),
  publishTimeoutMs: variable(
    'SPANWISE_INTAKE_PUBLISH_TIMEOUT',
    durationMs,
    'intake answers 503 when the log has not acknowledged within this',
    '5s',
  ),
  inFlightBytes: variable(
    'SPANWISE_INTAKE_IN_FLIGHT_BYTES',
    integer(1_048_576, 2 ** 40),
    'memory for intake bodies in flight',
    '134217728',
  ),
  bodyGraceMs: variable(
    'SPANWISE_INTAKE_BODY_GRACE',
    durationMs,
    'grace period before the minimum upload rate of 16 KiB/s applies to an intake body',
    '10s',
  ),
  recordsPerRequest: variable(
    'SPANWISE_INTAKE_RECORDS_PER_REQUEST',
    integer(1, 1e7),
    'spans, log records, points or samples of one intake request; other parts are bounded in proportion',
    '500000',
  ),
  streamsPerRequest: variable(
    'SPANWISE_NEW_STREAMS_PER_REQUEST',
    integer(1, 1e6),
    'new streams per intake request',
    '500',
  ),
  streamsPerMinute: variable(
    'SPANWISE_NEW_STREAMS_PER_MINUTE',
    integer(1, 1e6),
    'new streams per organization and minute',
    '600',
  ),
  streamsPerOrganization: variable(
    'SPANWISE_STREAMS_PER_ORGANIZATION',
    integer(1, 1e6),
    'maximum streams of an organization',
    '10000',
  ),
  otlpGrpcPort: variable(
    'SPANWISE_OTLP_GRPC_PORT',
    optionalPort,
    'port of OTLP over gRPC, on the same address as HTTP, which must be free; 0 disables it',
    '',
  ),
  otlpGrpcUsualPort: variable(
    'SPANWISE_OTLP_GRPC_USUAL_PORT',
    integer(1, 65_535),
    'default port of OTLP over gRPC; another free port if it is in use',
    '4317',
  ),
  maxLagMs: variable('SPANWISE_MAX_LAG', durationMs, 'intake is refused while processing lags by more', '10s'),
};

export type GatewayVariables = ConfigOf<typeof variables>;

/** The configuration as Nest injects it. */
export class GatewayConfig {
  constructor(readonly values: GatewayVariables) {}
}
