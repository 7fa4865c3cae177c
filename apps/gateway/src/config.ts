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
  baseUrl: variable('SPANWISE_BASE_URL', url('http:', 'https:'), 'origin that clients reach', 'http://localhost:8080'),
  rateAccount: variable('SPANWISE_RATE_ACCOUNT', integer(1, 1e9), 'requests a minute of a user or API token', '30000'),
  rateOrganization: variable(
    'SPANWISE_RATE_ORGANIZATION',
    integer(1, 1e9),
    'requests a minute of an organization',
    '60000',
  ),
  rateRefused: variable(
    'SPANWISE_RATE_REFUSED',
    integer(1, 1e9),
    'refused credentials a minute from an address before it gets 429',
    '600',
  ),
  corsOrigins: variable('SPANWISE_CORS_ORIGINS', origins, 'origins of browsers that may call, or *', ''),
  shards: variable('SPANWISE_INGEST_SHARDS', integer(1, 64), 'shards of the log', '1'),
  logSync: variable(
    'SPANWISE_LOG_SYNC',
    z.enum(['always', 'interval', 'unknown']),
    'when the log reaches the disk',
    'unknown',
  ),
  lingerMs: variable('SPANWISE_INTAKE_LINGER', durationMs, 'requests within this share a log message', '2ms'),
  publishTimeoutMs: variable(
    'SPANWISE_INTAKE_PUBLISH_TIMEOUT',
    durationMs,
    'intake answers 503 when the log has not acknowledged within this',
    '5s',
  ),
  inFlightBytes: variable(
    'SPANWISE_INTAKE_IN_FLIGHT_BYTES',
    integer(1_048_576, 2 ** 40),
    'intake bodies held at once',
    '134217728',
  ),
  bodyGraceMs: variable(
    'SPANWISE_INTAKE_BODY_GRACE',
    durationMs,
    'an intake body may come as slowly as it likes for so long, then it has to bring 16 KiB a second',
    '10s',
  ),
  recordsPerRequest: variable(
    'SPANWISE_INTAKE_RECORDS_PER_REQUEST',
    integer(1, 1e7),
    'spans, log records, points or samples of one intake request; everything else in it is bounded in proportion',
    '500000',
  ),
  streamsPerRequest: variable(
    'SPANWISE_NEW_STREAMS_PER_REQUEST',
    integer(1, 1e6),
    'streams that one intake request may make',
    '500',
  ),
  streamsPerMinute: variable(
    'SPANWISE_NEW_STREAMS_PER_MINUTE',
    integer(1, 1e6),
    'streams that intake requests of an organization may make in a minute',
    '600',
  ),
  streamsPerOrganization: variable(
    'SPANWISE_STREAMS_PER_ORGANIZATION',
    integer(1, 1e6),
    'streams of an organization; intake makes no more',
    '10000',
  ),
  otlpGrpcPort: variable(
    'SPANWISE_OTLP_GRPC_PORT',
    optionalPort,
    'port of OTLP over gRPC, on the same address as HTTP, which must be free; 0 turns it off',
    '',
  ),
  otlpGrpcUsualPort: variable(
    'SPANWISE_OTLP_GRPC_USUAL_PORT',
    integer(1, 65_535),
    'port of OTLP over gRPC where none is given; any other one where it is taken',
    '4317',
  ),
  maxLagMs: variable('SPANWISE_MAX_LAG', durationMs, 'intake is refused while figures lag by more', '10s'),
};

export type GatewayVariables = ConfigOf<typeof variables>;

/** The configuration as Nest injects it. */
export class GatewayConfig {
  constructor(readonly values: GatewayVariables) {}
}
