import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { IsInt } from 'class-validator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invalidArgument, ServiceError } from '@spanwise/contracts/base/errors';
import { READS, streamRpc } from '@spanwise/contracts/authz/rpc';
import { eventually } from '@spanwise/testing/eventually';
import { HandleStream, type StreamedCall } from './rpc-handler.js';
import { StreamClient, type StreamReply } from './stream-client.js';
import { WINDOW_BYTES } from './stream-frames.js';
import { serve, type ServedService } from './served-service.fixture.js';

class Amount {
  @IsInt() pieces: number;
}

const counted = streamRpc<{ pieces: number }>()('svc.notify.counted', Amount, 'internal', READS);
const silent = streamRpc<never>()('svc.notify.silent', Amount, 'internal', READS);
const failing = streamRpc<never>()('svc.notify.failing_stream', Amount, 'internal', READS);
const unanswered = streamRpc<never>()('svc.missing.streams', Amount, 'internal', READS);
const scoped = streamRpc<never>()('svc.notify.scoped_stream', Amount, { organization: 'alerts.read' });
const PIECE = Buffer.alloc(100_000, 'x');
/** What the handler has seen of its caller. */
const seen = { writtenBytes: 0, aborted: undefined as unknown };

@Controller()
class StreamController {
  @HandleStream(counted)
  async counted({ pieces }: Amount, call: StreamedCall) {
    call.signal.addEventListener('abort', () => (seen.aborted = call.signal.reason));
    for (let n = 0; n < pieces; n++) {
      await call.write(Buffer.concat([PIECE, Buffer.from(String(n % 10))]));
      seen.writtenBytes += PIECE.length + 1;
    }
    return { pieces };
  }

  @HandleStream(silent)
  silent(_: Amount, { signal }: StreamedCall): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        seen.aborted = signal.reason;
        reject(signal.reason as Error);
      });
    });
  }

  @HandleStream(failing)
  async failing({ pieces }: Amount, call: StreamedCall): Promise<never> {
    for (let n = 0; n < pieces; n++) await call.write(PIECE);
    throw invalidArgument('That is not possible.');
  }

  @HandleStream(scoped)
  async scoped(): Promise<never> {
    throw new Error('a caller without a context came through');
  }
}

let served: ServedService;
let client: StreamClient;

beforeAll(async () => {
  served = await serve(StreamController);
  client = new StreamClient(served.connection, 'gateway');
});
beforeEach(() => Object.assign(seen, { writtenBytes: 0, aborted: undefined }));
afterAll(() => served.stop());

async function sizeOf(reply: StreamReply<unknown>): Promise<number> {
  let size = 0;
  for await (const piece of reply) size += piece.length;
  return size;
}
const refusal = (work: Promise<unknown>): Promise<ServiceError> =>
  work.then(
    () => expect.fail('nothing was refused'),
    (thrown: ServiceError) => thrown,
  );

describe('a streamed answer', () => {
  it('arrives whole and in order, with its tail', async () => {
    const reply = await client.open(counted, { pieces: 200 }, '');
    let last = '';
    let size = 0;
    for await (const piece of reply) {
      size += piece.length;
      last = Buffer.from(piece).subarray(-1).toString();
    }
    expect([size, last, reply.tail]).toEqual([200 * (PIECE.length + 1), '9', { pieces: 200 }]);
  });

  it('may be empty', async () => {
    const reply = await client.open(counted, { pieces: 0 }, '');
    expect([await sizeOf(reply), reply.tail]).toEqual([0, { pieces: 0 }]);
  });

  it('waits for a caller that does not read, within a window, for longer than silence may last', async () => {
    const reply = await client.open(counted, { pieces: 100 }, '');
    await sleep(6_500);
    expect(seen.writtenBytes).toBeLessThanOrEqual(WINDOW_BYTES + PIECE.length + 1);
    expect(await sizeOf(reply)).toBe(100 * (PIECE.length + 1));
  });

  it('ends soon when the caller leaves', async () => {
    const reply = await client.open(counted, { pieces: 1_000 }, '');
    for await (const piece of reply) if (piece.length > 0) break;
    await eventually(() => expect(seen.aborted).toMatchObject({ kind: 'cancelled' }));
    expect(seen.writtenBytes).toBeLessThan(5_000_000);
  });

  it('ends soon when the caller leaves before the first bytes', async () => {
    const leaving = new AbortController();
    const opening = refusal(client.open(silent, { pieces: 0 }, '', leaving.signal));
    leaving.abort();
    expect((await opening).kind).toBe('cancelled');
    await eventually(() => expect(seen.aborted).toMatchObject({ kind: 'cancelled' }));
  });

  it.each([
    ['before the first bytes', 0],
    ['after them', 30],
  ])('that fails %s says why', async (_, pieces) => {
    const error = await refusal(client.open(failing, { pieces }, '').then(sizeOf));
    expect([error.kind, error.message]).toEqual(['invalid_argument', 'That is not possible.']);
  });

  it.each([
    ['a wrong input', () => client.open(counted, { pieces: 'x' } as unknown as Amount, ''), 'invalid_argument'],
    ['a contract without a responder', () => client.open(unanswered, { pieces: 1 }, ''), 'unavailable'],
    ['a caller without a context', () => client.open(scoped, { pieces: 1 }, ''), 'unauthorized'],
  ])('is refused for %s', async (_, open, kind) => expect((await refusal(open())).kind).toBe(kind));

  it('is unavailable when the service stops in the middle', async () => {
    const reply = await client.open(counted, { pieces: 1_000 }, '');
    const [error] = await Promise.all([refusal(sizeOfSlowly(reply)), served.service.stop()]);
    expect(error.kind).toBe('unavailable');
  });
});

async function sizeOfSlowly(reply: StreamReply<unknown>): Promise<void> {
  for await (const piece of reply) await sleep(piece.length > 0 ? 20 : 0);
}
