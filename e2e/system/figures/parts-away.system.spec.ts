// A product of its own: it makes its database as a user's first start does, and its parts are stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { answered, Client, serverSpan } from '../../src/product.fixture.js';

let client: Client;

beforeAll(async () => {
  client = await Client.start({ fromNothing: true });
});
afterAll(() => client?.product.stop());

const nowMicros = () => Date.now() * 1_000;

async function requestsOf(namespace: string): Promise<number> {
  const overview = await answered(client.api.GET('/api/v1/apm/overview', { params: { query: { namespace } } }));
  return overview.red.request_count;
}

it.each(['nats', 'postgres'])(
  '%s is away for a while: requests are taken or refused with 503, and the figures are exact afterwards',
  async (part) => {
    const namespace = `away-${part}`;
    const pid = client.product.pid(part)!;
    let taken = 0;
    const statuses = new Set<number>();
    const sendOne = async () => {
      const span = serverSpan(nowMicros());
      for (;;) {
        const status = await client.send([span], { 'service.name': 'caller', 'service.namespace': namespace });
        statuses.add(status);
        if (status === 200) break;
        await sleep(200);
      }
      taken++;
    };
    await sendOne();
    process.kill(pid, 'SIGSTOP');
    const sending = Promise.all(Array.from({ length: 20 }, sendOne));
    await sleep(3_000);
    process.kill(pid, 'SIGCONT');
    await sending;
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await eventually(async () => expect(await requestsOf(namespace)).toBe(taken));
    expect(taken).toBe(21);
  },
);
