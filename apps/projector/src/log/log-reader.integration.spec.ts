import { connect, type NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import { encodeLogMessage, INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';
import { scratchNats } from '@spanwise/testing/scratch-nats';
import { LogReader } from './log-reader.js';

const WAIT_MS = 500;
let nats: Awaited<ReturnType<typeof scratchNats>>;
let connection: NatsConnection;
let reader: LogReader;

beforeAll(async () => {
  nats = await scratchNats();
  connection = await connect({ servers: nats.url });
  const manager = await connection.jetstreamManager();
  await ensureIngestStream(manager, 0, { maxBytes: 67_108_864, replicas: 1 });
  reader = new LogReader(connection, manager, 0);
  await reader.seek(0);
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
});

describe('what a reader knows of the log', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['that nothing has come', () => Promise.resolve()],
    ['what comes next', () => connection.jetstream().publish(INGEST_SUBJECT(0), encodeLogMessage([]))],
  ])(
    '%s, is of when it asked: an answer that waited in a process that stood still promises nothing',
    async (_, meanwhile) => {
      const reading = reader.read(WAIT_MS);
      const laterMs = performance.now();
      await meanwhile();
      await reading;
      expect(reader.lastAnsweredMs).toBeLessThanOrEqual(laterMs);
    },
  );

  it('is reported before the rest of its batch is there: nothing is said to have been seen to its end meanwhile', async () => {
    const beforeMs = reader.lastAnsweredMs;
    await connection.jetstream().publish(INGEST_SUBJECT(0), encodeLogMessage([]));
    const reported: unknown[] = [];
    const { entries } = await reader.read(WAIT_MS, (micros) => reported.push([micros, reader.lastAnsweredMs]));
    expect(reported).toEqual([[entries![0]!.loggedAtMicros, beforeMs]]);
  });
});
