import {
  durationMs,
  integer,
  keyring,
  secret,
  serviceVariables,
  url,
  variable,
  type ConfigOf,
  type NamedKey,
} from '@spanwise/host/config';
import { objectStoreVariables } from '@spanwise/object-store/config';

const budget = (name: string, fallback: number, help: string) =>
  variable(`SPANWISE_LIMIT_${name}`, integer(1, 1_000_000), help, String(fallback));

export const variables = {
  ...serviceVariables(8082),
  ...objectStoreVariables,
  segmentGraceMs: variable(
    'SPANWISE_SEGMENT_GRACE',
    durationMs,
    'retention of merged and expired files: longer than any query and than the age of a backup to restore',
    '1h',
  ),
  segmentCacheBytes: variable(
    'SPANWISE_SEGMENT_CACHE_BYTES',
    integer(67_108_864, 2 ** 50),
    'disk cache for segments of an s3 store',
    '10737418240',
  ),
  databaseUrl: secret('DATABASE_URL', url('postgres:', 'postgresql:'), 'PostgreSQL, as the role spanwise_apm'),
  writerUrl: secret('DATABASE_WRITER_URL', url('postgres:', 'postgresql:'), 'the same as the role spanwise_apm_writer'),
  shards: variable('SPANWISE_INGEST_SHARDS', integer(1, 64), 'shards of the log', '1'),
  cursorKeys: secret('SPANWISE_CURSOR_KEYS', keyring, 'keys that sign list cursors'),
  maxRangeMs: variable('SPANWISE_APM_MAX_RANGE', durationMs, 'maximum range of a query', '30d'),
  minSamples: variable(
    'SPANWISE_APM_MIN_SAMPLES',
    integer(1, 10_000_000),
    'requests per version for sufficient_data',
    '1000',
  ),
  minuteRetentionMs: variable('SPANWISE_APM_MINUTE_RETENTION', durationMs, 'retention of minute rollups', '24h'),
  hourRetentionMs: variable('SPANWISE_APM_HOUR_RETENTION', durationMs, 'retention of hour rollups', '30d'),
  sourceMapRetentionMs: variable(
    'SPANWISE_SOURCE_MAP_RETENTION',
    durationMs,
    'retention of source maps after their upload',
    '90d',
  ),
  lateGraceMs: variable('SPANWISE_LATE_GRACE', durationMs, 'a bucket is final this long after its end', '300s'),
  latenessHorizonMs: variable(
    'SPANWISE_LATENESS_HORIZON',
    durationMs,
    "the projector's: spans that were counted together lie within it",
    '24h',
  ),
  queriesRunning: variable('SPANWISE_QUERY_RUNNING', integer(1, 256), 'concurrent queries', '4'),
  queriesPerOrganization: variable(
    'SPANWISE_QUERY_RUNNING_PER_ORGANIZATION',
    integer(1, 256),
    'concurrent queries of one organization',
    '2',
  ),
  queriesWaiting: variable('SPANWISE_QUERY_WAITING', integer(0, 10_000), 'queued queries of one organization', '20'),
  searchJobsRunning: variable(
    'SPANWISE_SEARCH_JOBS_RUNNING',
    integer(1, 64),
    'concurrent search jobs; one organization may use all but one',
    '2',
  ),
  queryThreads: variable('SPANWISE_QUERY_THREADS', integer(1, 256), 'threads of one query', '2'),
  queryMemoryBytes: variable(
    'SPANWISE_QUERY_MEMORY_BYTES',
    integer(33_554_432, 2 ** 40),
    'memory of one query for sorting, joining and grouping; its process may use twice that plus 256 MiB',
    '536870912',
  ),
  queryTimeoutMs: variable('SPANWISE_QUERY_TIMEOUT', durationMs, 'timeout of a query with a JSON response', '60s'),
  queryStreamTimeoutMs: variable(
    'SPANWISE_QUERY_STREAM_TIMEOUT',
    durationMs,
    'timeout of a streamed query and of a search job',
    '15m',
  ),
  queryScannedRows: variable(
    'SPANWISE_QUERY_SCANNED_ROWS',
    integer(1, Number.MAX_SAFE_INTEGER),
    'maximum rows that one query scans, newest first',
    '2000000000',
  ),
  services: budget('SERVICES', 200, 'services of an organization and hour'),
  transactions: budget('TRANSACTIONS', 500, 'transactions of a service and hour'),
  dependencies: budget('DEPENDENCIES', 200, 'dependencies of a service and hour'),
  errors: budget('ERROR_GROUPS', 200, 'error groups of a service and hour'),
  versions: budget('VERSIONS', 32, 'versions of a service and hour'),
  instances: budget('INSTANCES', 256, 'instances of a service and hour'),
};

export type ApmVariables = ConfigOf<typeof variables>;

/** The configuration as Nest injects it. */
export class ApmConfig {
  readonly cursorKeys: NamedKey[];
  readonly maxRangeMs: number;
  readonly minSamples: number;
  readonly minuteRetentionMs: number;
  readonly hourRetentionMs: number;
  readonly sourceMapRetentionMs: number;
  readonly lateGraceMs: number;
  readonly queryTimeoutMs: number;
  readonly queryStreamTimeoutMs: number;

  constructor(config: ApmVariables) {
    this.cursorKeys = config.cursorKeys;
    this.maxRangeMs = config.maxRangeMs;
    this.minSamples = config.minSamples;
    this.minuteRetentionMs = config.minuteRetentionMs;
    this.hourRetentionMs = config.hourRetentionMs;
    this.sourceMapRetentionMs = config.sourceMapRetentionMs;
    this.lateGraceMs = config.lateGraceMs;
    this.queryTimeoutMs = config.queryTimeoutMs;
    this.queryStreamTimeoutMs = config.queryStreamTimeoutMs;
  }
}
