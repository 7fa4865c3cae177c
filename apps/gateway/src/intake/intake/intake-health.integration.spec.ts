/** Records of a gateway in a real log: one with a clock of the test, and a whole one that ends. */
import { connect, type JetStreamManager, type NatsConnection } from 'nats';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import {
  decodeGatewayHealth,
  GATEWAY_HEALTH_HEADER,
  type GatewayHealth,
} from '@spanwise/contracts/base/gateway-health';
import { decodeLogMessage, INGEST_STREAM, OWN_MESSAGE_HEADER } from '@spanwise/contracts/log/log-message';
import { scratchNats, type ScratchNats } from '@spanwise/testing/scratch-nats';
import { contextWith, ORGANIZATION, TestGateway } from '../../gateway.fixture.js';
import { IntakeHealth } from './intake-health.js';
import { IntakeMetrics } from './intake-metrics.js';
import { IntakeRefused } from './refusal.js';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

/** What gateways said in a shard's log, as a projector reads it: messages without slices. */
async function said(manager: JetStreamManager, shard: number): Promise<GatewayHealth[]> {
  const records: GatewayHealth[] = [];
  const { state } = await manager.streams.info(INGEST_STREAM(shard));
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const { data, header, time } = await manager.streams.getMessage(INGEST_STREAM(shard), { seq });
    if (!header.has(GATEWAY_HEALTH_HEADER)) continue;
    expect([decodeLogMessage(data), header.has(OWN_MESSAGE_HEADER)]).toEqual([[], true]);
    records.push(decodeGatewayHealth(header.get(GATEWAY_HEALTH_HEADER), time.getTime() * 1_000)!);
  }
  return records;
}

describe('a gateway speaks of its minutes (PROTO-32)', () => {
  let nats: ScratchNats;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let nowMicros: number;
  let health: IntakeHealth;
  const make = (shard: number) => ensureIngestStream(manager, shard, { maxBytes: 67_108_864, replicas: 1 });

  beforeAll(async () => {
    nats = await scratchNats();
    connection = await connect({ servers: nats.url });
    manager = await connection.jetstreamManager();
  });
  beforeEach(async () => {
    for (const shard of [0, 1]) await manager.streams.delete(INGEST_STREAM(shard)).catch(() => false);
    nowMicros = Math.floor((Date.now() * 1_000) / MINUTE) * MINUTE;
    const options = { shards: 2, timeoutMs: 5_000, nowMicros: () => nowMicros };
    health = new IntakeHealth(
      connection,
      options,
      new IntakeMetrics(new Registry(), () => 0),
      pino({ enabled: false }),
    );
  });
  afterAll(async () => {
    await connection.close();
    await nats.stop();
  });

  /** Lives on for so many seconds. */
  async function live(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at++) {
      nowMicros += SECOND;
      await health.round();
    }
  }

  it('in every shard, once each, with what it refused', async () => {
    await make(0);
    await make(1);
    const startMicros = nowMicros;
    health.noteFault(new IntakeRefused('overload', 'no room'), ORGANIZATION);
    await live(61);
    const minute = startMicros / MINUTE;
    const refused = [{ organizationId: ORGANIZATION, reason: 'overload', requests: 1 }];
    for (const shard of [0, 1])
      expect(await said(manager, shard)).toEqual([
        { gatewayId: expect.any(String), minute, sinceMicros: startMicros, refused },
      ]);
    await health.leave();
    expect((await said(manager, 1)).slice(1)).toMatchObject([
      { minute: minute + 1, leftMicros: nowMicros, refused: [] },
    ]);
  });

  it('and what a log has not acknowledged is said again there, and nowhere else', async () => {
    await make(0);
    for (let at = 0; at < 59; at++) {
      nowMicros += SECOND;
      await health.round();
    }
    nowMicros += SECOND;
    await expect(health.round()).rejects.toThrow();
    await expect(health.round()).rejects.toThrow();
    expect(await said(manager, 0)).toHaveLength(1);
    await make(1);
    await health.round();
    await health.round();
    expect([(await said(manager, 0)).length, (await said(manager, 1)).length]).toEqual([1, 1]);
  });
});

describe('a gateway that ends', () => {
  it('says goodbye, and what it has refused by a fault of the product; faults of senders are none (ALERT-100)', async () => {
    const gateway = await TestGateway.start();
    const other = '00000000-0000-7000-8000-0000000000bb';
    const [token, others] = [gateway.iam.admit(), gateway.iam.admit(contextWith({ organization_id: other }))];
    const send = async (credential: string, body = '{}'): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      return (await gateway.fetch('/v1/traces', { method: 'POST', token: credential, headers, body })).status;
    };
    await gateway.sendHeartbeat();
    expect([await send(token), await send(token, '{'), await send('wrong')]).toEqual([200, 400, 401]);
    await gateway.lag();
    expect([await send(token), await send(token), await send(others), await send('wrong')]).toEqual([
      503, 503, 503, 401,
    ]);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('spanwise_intake_refused_requests_total{reason="processing"} 3');
    await gateway.stopService();
    const records = await said(gateway.manager, 0);
    const refused = records.flatMap((record) => record.refused);
    const of = (organizationId: string) =>
      refused.filter((one) => one.organizationId === organizationId && one.reason === 'processing');
    const total = (organizationId: string) => of(organizationId).reduce((sum, { requests }) => sum + requests, 0);
    expect([total(ORGANIZATION), total(other), refused.length]).toEqual([
      2,
      1,
      of(ORGANIZATION).length + of(other).length,
    ]);
    expect(records.filter(({ leftMicros }) => leftMicros !== undefined)).toHaveLength(1);
    expect(records.at(-1)?.leftMicros).toBeGreaterThan(records.at(-1)!.sinceMicros);
    await gateway.stop();
  });
});
