/** What the parts can do by themselves on this machine, now. */
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { connect, StorageType } from 'nats';
import { scratchNats } from '@spanwise/testing/scratch-nats';
import { readTraces } from '@spanwise/otlp/read-traces';
import { DeltaFold } from '@spanwise/span-model/delta';
import type { Body } from './load.js';
import { percentile } from './measure.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000aa';
const ROUNDS = 3;

/** Microseconds of CPU a span to inflate, decode and fold the same bytes: what a projection cannot go below. */
export function projectionFloor(bodies: readonly Body[]): number {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const fold = new DeltaFold();
    const before = process.cpuUsage();
    let spans = 0;
    for (const body of bodies)
      spans += readTraces(gunzipSync(body.gzip), 'protobuf', (span) => fold.add(ORGANIZATION, span));
    const used = process.cpuUsage(before);
    best = Math.min(best, (used.user + used.system) / spans);
  }
  return best;
}

/** Acknowledgements of one client with one message under way, same size and server settings as the product's. */
export async function logAcknowledgement(bytes: number): Promise<{ p50Ms: number; p99Ms: number }> {
  const server = await scratchNats({ jetstream: 'sync_interval: always' });
  const connection = await connect({ servers: server.url });
  const manager = await connection.jetstreamManager();
  const name = 'BENCH';
  await manager.streams.add({ name, subjects: ['bench'], storage: StorageType.File });
  const jetstream = connection.jetstream();
  const times: number[] = [];
  for (let message = 0; message < 300; message++) {
    const data = randomBytes(bytes);
    const started = performance.now();
    await jetstream.publish('bench', data);
    times.push(performance.now() - started);
  }
  await manager.streams.delete(name);
  await connection.close();
  await server.stop();
  return { p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) };
}
