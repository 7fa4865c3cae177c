import { Counter, Gauge, type Registry } from 'prom-client';
import type { Shards } from '../shard/shards.js';
import type { StoreLag } from './store-lag.js';
import type { StoreProcess } from './store-process.js';
import type { StoreState } from './store-messages.js';

/** Figures of the store writer among those of the projector that runs it. */
export function watchStore(registry: Registry, process: StoreProcess, lag: StoreLag, shards: Shards): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: (state: StoreState | undefined) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(process.current));
      },
    });
  gauge('spanwise_store_up', '1 while telemetry is stored.', () => (process.health.up ? 1 : 0));
  gauge('spanwise_store_lag_messages', 'Committed messages of the log that are not stored.', () => lag.messages);
  // What is not processed yet is not stored either.
  gauge('spanwise_store_lag_seconds', 'Age of the oldest message of the log that is not stored.', () =>
    Math.max(lag.seconds(), shards.heartbeat().lagSeconds),
  );
  gauge('spanwise_store_resident_bytes', 'Memory of the store writer.', (state) => state?.residentBytes ?? 0);
  /** Of processes that ended too: a counter goes on. */
  const counter = (name: string, help: string, read: (state: StoreState) => number) => {
    let last = 0;
    return new Counter({
      name,
      help,
      registers,
      collect() {
        if (process.current === undefined) return;
        const value = read(process.current);
        this.inc(value >= last ? value - last : value);
        last = value;
      },
    });
  };
  counter('spanwise_store_rows_total', 'Records stored.', ({ totals }) => totals.rows);
  counter('spanwise_store_segments_total', 'Segments written.', ({ totals }) => totals.segments);
  counter('spanwise_store_bytes_total', 'Bytes of the segments written.', ({ totals }) => totals.bytes);
  counter('spanwise_store_lost_total', 'Parts of the log that are in no segment.', ({ totals }) => totals.lost);
  counter(
    'spanwise_store_untold_fields_total',
    'Sightings of fields beyond what the store writer holds of a stream.',
    ({ totals }) => totals.untoldFields,
  );
  counter('spanwise_store_cpu_seconds_total', 'Processor time of the store writer.', ({ cpuSeconds }) => cpuSeconds);
  let restarts = 0;
  new Counter({
    name: 'spanwise_store_restarts_total',
    help: 'Times that the store writer ended and was started again.',
    registers,
    collect() {
      this.inc(process.restarts - restarts);
      restarts = process.restarts;
    },
  });
}
