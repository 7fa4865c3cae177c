import { Gauge, type Registry } from 'prom-client';
import type { Shard } from './shard.js';
import type { Shards } from './shards.js';

/** Shows how far the shards are; the figures are read when they are asked for. */
export function watchShards(registry: Registry, shards: Shards): void {
  const gauge = (name: string, help: string, read: (shard: Shard) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['shard'],
      registers: [registry],
      collect() {
        for (const shard of shards.all) this.set({ shard: String(shard.number) }, read(shard));
      },
    });
  gauge(
    'spanwise_projector_lag_messages',
    'Messages of the log that are not committed.',
    (shard) => shard.pendingMessages,
  );
  gauge('spanwise_projector_replaying', '1 until the log position seen at the start is committed.', (shard) =>
    shard.replaying ? 1 : 0,
  );
  gauge('spanwise_projector_dedupe_keys', 'Duplicate keys in memory.', (shard) => shard.keyCount);
  gauge('spanwise_projector_dedupe_memory_bytes', 'Memory of the duplicate keys.', (shard) => shard.keyMemoryBytes);
  total(registry, 'spanwise_projector_outbox_rows', 'Delta rows that apm has not confirmed.', () => shards.outboxRows);
  total(registry, 'spanwise_projector_dead_letters_open', 'Dead letters that wait.', () => shards.openDeadLetters);
  total(
    registry,
    'spanwise_projector_lag_seconds',
    'Age of the oldest message that is not committed.',
    () => shards.heartbeat().lagSeconds,
  );
}

function total(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
