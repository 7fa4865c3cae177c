import type { MsgHdrs, NatsConnection } from 'nats';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  decodeLogMessage,
  LAST_ACKNOWLEDGED_HEADER,
  sliceDigest,
  type LogSlice,
} from '@spanwise/contracts/log/log-message';
import { IntakeMetrics } from './intake-metrics.js';
import { LogPublisher } from './log-publisher.js';

const LINGER_MS = 2;

const slice = (bytes = 100): LogSlice => ({
  organizationId: '00000000-0000-7000-8000-0000000000aa',
  stream: 'default',
  signal: 'traces',
  encoding: 'protobuf',
  coding: 'identity',
  recordCount: 1,
  sha256: sliceDigest(Buffer.alloc(bytes)),
  bytes: Buffer.alloc(bytes),
});

/** A log that keeps slice counts and ids of its messages and acknowledges each at once, but for those that it is set to fail. */
let messages: number[];
let ids: string[];
let failing: number;
let lastSeq: number;
/** As each message says it of its shard. */
let acknowledged: string[];
let publisher: LogPublisher;

beforeEach(() => {
  vi.useFakeTimers();
  messages = [];
  ids = [];
  failing = 0;
  lastSeq = 0;
  acknowledged = [];
  const publish = async (_: string, message: Uint8Array, { msgID, headers }: { msgID: string; headers: MsgHdrs }) => {
    ids.push(msgID);
    if (failing-- > 0) throw new Error('no word from the log');
    messages.push(decodeLogMessage(message).length);
    acknowledged.push(headers.get(LAST_ACKNOWLEDGED_HEADER));
    return { seq: ++lastSeq };
  };
  const connection = { jetstream: () => ({ publish }) } as unknown as NatsConnection;
  const metrics = new IntakeMetrics(new Registry(), () => 0);
  publisher = new LogPublisher(
    connection,
    { lingerMs: LINGER_MS, timeoutMs: 5_000 },
    metrics,
    pino({ enabled: false }),
  );
});
afterEach(() => vi.useRealTimers());

describe('messages of the log', () => {
  it('say what was acknowledged before them, so that a log that has lost its end is found (PROTO-35)', async () => {
    const send = () => Promise.all([publisher.publish(0, slice()), vi.advanceTimersByTimeAsync(LINGER_MS)]);
    for (let message = 0; message < 3; message++) await send();
    expect(acknowledged).toEqual(['0', '1', '2']);
    lastSeq = 1;
    await send();
    await send();
    // The one that lies where another was acknowledged says so, and those behind it go on from there.
    expect(acknowledged.slice(3)).toEqual(['3', '2']);
  });

  it('are sent at once after a pause, with all requests of one turn of the event loop', async () => {
    const published = [publisher.publish(0, slice()), publisher.publish(0, slice())];
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all(published);
    expect(messages).toEqual([2]);
  });

  it('gather what comes within the linger of the last one, of each shard by itself', async () => {
    await Promise.all([publisher.publish(0, slice()), vi.advanceTimersByTimeAsync(0)]);
    const later = [publisher.publish(0, slice()), publisher.publish(0, slice())];
    await vi.advanceTimersByTimeAsync(LINGER_MS - 1);
    expect(messages).toEqual([1]);
    const other = publisher.publish(1, slice());
    await vi.advanceTimersByTimeAsync(0);
    expect(messages).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([...later, other]);
    expect(messages).toEqual([1, 1, 2]);
  });

  it('are sent before the linger ends when they are large enough', async () => {
    await Promise.all([publisher.publish(0, slice()), vi.advanceTimersByTimeAsync(0)]);
    await Promise.all([publisher.publish(0, slice(300_000)), publisher.publish(0, slice(300_000))].slice(0, 1));
    expect(messages).toEqual([1, 1]);
    await publisher.drain();
    expect(messages).toEqual([1, 1, 1]);
  });

  it('have an id of their own, which their repetition keeps (PROTO-2)', async () => {
    failing = 1;
    await Promise.all([publisher.publish(0, slice()), vi.advanceTimersByTimeAsync(0)]);
    await Promise.all([publisher.publish(0, slice()), vi.advanceTimersByTimeAsync(LINGER_MS)]);
    expect(messages).toEqual([1, 1]);
    expect([ids.length, new Set(ids).size, ids[1]]).toEqual([3, 2, ids[0]]);
  });

  it('are all sent by a drain', async () => {
    const published = publisher.publish(0, slice());
    await publisher.drain();
    await published;
    expect(messages).toEqual([1]);
  });
});
