/** The ping of a receiver that listens, through the guard of connectors. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dialerWith, rulesWith, Sink } from '../egress/egress.fixture.js';
import { OutboundHttp } from '../egress/http-client.js';
import { DeadMansSwitch } from './dead-mans-switch.js';
import { DeadMansSwitchMetrics } from './dead-mans-switch-metrics.js';

const MINUTE_MS = 60_000;

let receiver: Server;
let status: number;
let received: { method?: string; path?: string; body: string }[];
let nowMs: number;
let evaluatedMs: number | undefined;
let registry: Registry;
let warnings: string[];

beforeEach(async () => {
  [status, received, nowMs, evaluatedMs, warnings] = [200, [], 1_000_000, 1_000_000, []];
  registry = new Registry();
  receiver = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push({ method: request.method, path: request.url, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => receiver.close(resolve)));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function deadMan({ opened = ['127.0.0.1/32'], port = portOf(receiver) } = {}): DeadMansSwitch {
  const host = { logger: { warn: (fault: { error: string }) => warnings.push(fault.error) } };
  return new DeadMansSwitch(
    { url: `http://127.0.0.1:${port}/ping?key=1`, evaluatedMs: () => evaluatedMs, clockMs: () => nowMs },
    new OutboundHttp(dialerWith(rulesWith(opened))),
    new DeadMansSwitchMetrics(registry),
    host as unknown as ConstructorParameters<typeof DeadMansSwitch>[3],
  );
}

const beats = async (outcome: string): Promise<number> => {
  const { values } = await registry.getSingleMetric('spanwise_deadman_beats_total')!.get();
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
};
const lastSuccess = async (): Promise<number> =>
  (await registry.getSingleMetric('spanwise_deadman_last_success_timestamp_seconds')!.get()).values[0]!.value;

describe('the ping of a dead man’s switch (ALERT-102)', () => {
  it('is posted once a minute, and says when', async () => {
    const one = deadMan();
    const before = Date.now() / 1_000;
    for (const afterMs of [0, 1_000, MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1_000]) {
      nowMs = 1_000_000 + afterMs;
      evaluatedMs = nowMs;
      await one.round();
    }
    expect(received).toMatchObject([
      { method: 'POST', path: '/ping?key=1' },
      { method: 'POST', path: '/ping?key=1' },
    ]);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ product: 'spanwise', event: 'alerting.alive' });
    expect([await beats('sent'), await beats('failed')]).toEqual([2, 0]);
    expect(await lastSuccess()).toBeGreaterThanOrEqual(Math.floor(before));
  });

  it('falls silent while rules are not evaluated, and comes again once they are', async () => {
    const one = deadMan();
    evaluatedMs = undefined;
    await one.round();
    evaluatedMs = nowMs - 2 * MINUTE_MS - 1;
    await one.round();
    expect(received).toEqual([]);
    evaluatedMs = nowMs;
    await one.round();
    expect(received).toHaveLength(1);
  });

  it('that is refused is counted, said once, and tried again a minute later', async () => {
    status = 500;
    const one = deadMan();
    await one.round();
    evaluatedMs = nowMs += MINUTE_MS;
    await one.round();
    expect([await beats('sent'), await beats('failed'), await lastSuccess(), warnings.length]).toEqual([0, 2, 0, 1]);
    status = 204;
    evaluatedMs = nowMs += MINUTE_MS;
    await one.round();
    expect([await beats('sent'), await beats('failed')]).toEqual([1, 2]);
  });

  it('goes nowhere that no connector may reach', async () => {
    const sink = await Sink.listen('127.0.0.1');
    await deadMan({ opened: [], port: sink.port }).round();
    expect([sink.connections, await beats('failed')]).toEqual([0, 1]);
    await sink.close();
  });

  it('ends after five seconds at a receiver that does not answer', async () => {
    const sink = await Sink.listen('127.0.0.1');
    await deadMan({ port: sink.port }).round();
    expect(await beats('failed')).toBe(1);
    await sink.close();
  });
});
