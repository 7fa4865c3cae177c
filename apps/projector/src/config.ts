import { objectStoreVariables } from '@spanwise/object-store/config';
import { durationMs, integer, secret, serviceVariables, url, variable, type ConfigOf } from '@spanwise/host/config';

export const variables = {
  ...serviceVariables(8084),
  ...objectStoreVariables,
  databaseUrl: secret('DATABASE_URL', url('postgres:', 'postgresql:'), 'PostgreSQL, as the role spanwise_projector'),
  writerUrl: secret(
    'DATABASE_WRITER_URL',
    url('postgres:', 'postgresql:'),
    'the same as the role spanwise_projector_writer',
  ),
  shards: variable('SPANWISE_INGEST_SHARDS', integer(1, 64), 'shards of the log', '1'),
  logMaxBytes: variable(
    'SPANWISE_LOG_MAX_BYTES',
    integer(1_048_576, 2 ** 50),
    'size limit of a shard of the log',
    '8589934592',
  ),
  logReplicas: variable('SPANWISE_LOG_REPLICAS', integer(1, 5), 'replicas of the log in a JetStream cluster', '1'),
  latenessHorizonMs: variable(
    'SPANWISE_LATENESS_HORIZON',
    durationMs,
    'older spans are late: stored, not counted',
    '24h',
  ),
  keyMemoryBytes: variable(
    'SPANWISE_KEY_MEMORY_BYTES',
    integer(1_048_576, 2 ** 40),
    'memory for deduplication keys',
    '536870912',
  ),
  flushIntervalMs: variable('SPANWISE_FLUSH_INTERVAL', durationMs, 'minimum time between two commits', '100ms'),
  deadLetterMs: variable(
    'SPANWISE_DEAD_LETTER_RETENTION',
    durationMs,
    'open dead letters are discarded after this',
    '7d',
  ),
  ledgerMs: variable(
    'SPANWISE_LEDGER_RETENTION',
    durationMs,
    'retention of per-message ledger rows, then daily sums',
    '1h',
  ),
  stallLimitMs: variable(
    'SPANWISE_STALL_LIMIT',
    durationMs,
    'a process whose event loop is blocked for this long exits',
    '60s',
  ),
  storeMemoryBytes: variable(
    'SPANWISE_STORE_MEMORY_BYTES',
    integer(67_108_864, 2 ** 40),
    'memory of the store writer for segments',
    '268435456',
  ),
};

export type ProjectorVariables = ConfigOf<typeof variables>;
