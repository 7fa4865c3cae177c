import { setTimeout as sleep } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { IsString } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conflict, ServiceError } from '@spanwise/contracts/base/errors';
import { bytesRpc, Empty, READS, rpc } from '@spanwise/contracts/authz/rpc';
import { currentScope, runInScope, scopeFrom } from '@spanwise/host/request-scope';
import { eventually } from '@spanwise/testing/eventually';
import { RpcClient } from './rpc-client.js';
import { HandleBytesRpc, HandleRpc } from './rpc-handler.js';
import { serve, type ServedService } from './served-service.fixture.js';

class Text {
  @IsString() text: string;
}

const echo = rpc<{ text: string; traceId?: string }>()('svc.notify.echo', Text, 'internal', {
  ...READS,
  timeoutMs: 10_000,
});
const failing = rpc<never>()('svc.notify.failing', Text, 'internal', { ...READS, timeoutMs: 10_000 });
const slow = rpc<{ done: true }>()('svc.notify.slow', Empty, 'internal', { ...READS, timeoutMs: 10_000 });
const scoped = rpc<{ ok: true }>()('svc.notify.scoped', Empty, { organization: 'alerts.read' });
const raw = bytesRpc<{ size: number }>()('svc.notify.raw', Text, READS);
/** Who waited for its time would wait longer than a test may take. */
const unanswered = rpc<never>()('svc.missing.home', Empty, 'internal', { ...READS, timeoutMs: 3_600_000 });

@Controller()
class EchoController {
  @HandleRpc(echo)
  async echo(input: Text) {
    return { text: input.text, traceId: currentScope()?.traceId };
  }

  @HandleRpc(failing)
  async failing(input: Text): Promise<never> {
    if (input.text === 'known') throw conflict('It is there already.');
    throw new Error('the password is hunter2');
  }

  @HandleRpc(slow)
  async slow() {
    begun++;
    await sleep(400);
    return { done: true as const };
  }

  @HandleRpc(scoped)
  async scoped() {
    return { ok: true as const };
  }

  @HandleBytesRpc(raw)
  async raw(input: Text) {
    const payload = Buffer.from(input.text);
    return { head: { size: payload.length }, payload };
  }
}

/** Calls of `slow` that have begun. */
let begun = 0;
let served: ServedService;
let client: RpcClient;

beforeAll(async () => {
  served = await serve(EchoController);
  client = new RpcClient(served.connection);
});
afterAll(() => served.stop());

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error('nothing was refused');
  return error;
}

describe('a call', () => {
  it('carries its input, its answer and the trace that it belongs to', async () => {
    const scope = scopeFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined);
    expect(await runInScope(scope, () => client.call(echo, { text: 'hello' }))).toEqual({
      text: 'hello',
      traceId: scope.traceId,
    });
  });

  it('carries bytes beside a head', async () => {
    const { head, payload } = await client.callBytes(raw, { text: 'ten bytes!' });
    expect([head, payload.toString()]).toEqual([{ size: 10 }, 'ten bytes!']);
  });

  it('of wrong input is refused with the member that is wrong', async () => {
    const error = await refusal(client.call(echo, { text: 7 } as unknown as Text));
    expect([error.kind, error.details?.[0]!.field]).toEqual(['invalid_argument', 'text']);
  });

  it('that fails keeps its kind and sentence; what is unknown leaks nothing', async () => {
    expect(await refusal(client.call(failing, { text: 'known' }))).toMatchObject({
      kind: 'conflict',
      message: 'It is there already.',
    });
    const unknown = await refusal(client.call(failing, { text: 'unknown' }));
    expect(unknown.kind).toBe('internal');
    expect(unknown.message).not.toContain('hunter2');
  });

  it('without the context that its contract needs is refused', async () => {
    expect((await refusal(client.call(scoped, new Empty()))).kind).toBe('unauthorized');
  });

  it('without a responder is unavailable at once', async () => {
    expect(await refusal(client.call(unanswered, new Empty()))).toMatchObject({
      kind: 'unavailable',
      retryAfterSeconds: 2,
    });
  });

  it('that takes too long is unavailable', async () => {
    expect((await refusal(client.call({ ...slow, timeoutMs: 100 }, new Empty()))).kind).toBe('unavailable');
  });

  it('is waited for as long as the process that calls is configured to wait at least', async () => {
    const patient = new RpcClient(served.connection, 3_600_000);
    expect(await patient.call({ ...slow, timeoutMs: 100 }, new Empty())).toEqual({ done: true });
  });

  it('under way at shutdown is answered', async () => {
    begun = 0;
    const answer = client.call(slow, new Empty());
    await eventually(() => expect(begun).toBe(1));
    expect(await served.service.stop()).toBe(true);
    expect(await answer).toEqual({ done: true });
  });
});
