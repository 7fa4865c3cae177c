/** What gateways say of themselves, from the log to the deltas (PROTO-32). */
import { randomUUID } from 'node:crypto';
import { headers } from 'nats';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureIngestStream } from '@spanwise/bus/ingest-stream';
import {
  encodeGatewayHealth,
  GATEWAY_HEALTH_HEADER,
  type GatewayHealth,
} from '@spanwise/contracts/base/gateway-health';
import { encodeLogMessage, INGEST_SUBJECT } from '@spanwise/contracts/log/log-message';
import { decodeDelta } from '@spanwise/span-model/delta-codec';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';
import { newSpan, ORGANIZATION, sliceOf, TestProjector } from '../projector.fixture.js';

const GONE = '00000000-0000-7000-8000-0000000000dd';
const MINUTE_MICROS = 60_000_000;
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(async () => {
  await projector.reset();
  await ensureIngestStream(await projector.connection.jetstreamManager(), 0, { maxBytes: 67_108_864, replicas: 1 });
});
afterAll(() => projector.stop());

function healthOf(change: Partial<GatewayHealth> = {}): GatewayHealth {
  const nowMicros = Date.now() * 1_000;
  const minute = Math.floor(nowMicros / MINUTE_MICROS) - 1;
  return { gatewayId: randomUUID(), minute, sinceMicros: nowMicros - 90_000_000, refused: [], ...change };
}

async function say(text: string): Promise<number> {
  const header = headers();
  header.set(GATEWAY_HEALTH_HEADER, text);
  const options = { headers: header, msgID: randomUUID() };
  return (await projector.connection.jetstream().publish(INGEST_SUBJECT(0), encodeLogMessage([]), options)).seq;
}

/** Of all deltas that wait in the outbox, by n; those of the second partition must have none. */
async function recorded(): Promise<GatewayMinute[][]> {
  const { rows } = await projector.pool.query<{ part: number; delta: Buffer }>(
    'select part, delta from outbox order by n, part',
  );
  const minutes = rows.map(({ part, delta }) => ({ part, minutes: decodeDelta(delta).gatewayMinutes }));
  expect(minutes.filter(({ part, minutes: of }) => part !== 0 && of.length > 0)).toEqual([]);
  return minutes.flatMap(({ minutes: of }) => (of.length > 0 ? [of] : []));
}

describe('a record of a gateway', () => {
  it('comes with the deltas, in the transaction of its message, with what was refused', async () => {
    const health = healthOf({
      refused: [
        { organizationId: ORGANIZATION, reason: 'log', requests: 2 },
        { reason: 'dependency', requests: 7 },
      ],
    });
    const seq = await say(encodeGatewayHealth(health));
    await projector.running(() => projector.committed(seq));
    expect(await recorded()).toEqual([[health]]);
    expect(await projector.ledger()).toMatchObject({ received: 0, dead: 0 });
  });

  it('that is in the log twice, or is read again after a restart, says the same again', async () => {
    const health = healthOf();
    const text = encodeGatewayHealth(health);
    await say(text);
    await projector.running(async () => projector.committed(await say(text)));
    await projector.running(async () => projector.committed(await say(text)));
    const all = (await recorded()).flat();
    expect(all.length).toBeGreaterThanOrEqual(2);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
    // From the log's beginning, as after a restore.
    await projector.pool.query('update shard_offsets set seq = 0, n = 0; delete from outbox');
    await projector.running(() => projector.committed(3));
    expect(new Set((await recorded()).flat().map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(health)]),
    );
  });

  it.each([
    ['of another version', '{"v":2}'],
    ['that is damaged', '{'],
  ])('%s is an idle message', async (_, text) => {
    await say(text);
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([newSpan()])));
    });
    expect(await recorded()).toEqual([]);
    expect(await projector.ledger()).toMatchObject({ received: 1, counted: 1, dead: 0 });
  });

  it('reports nothing of an organization that is deleted', async () => {
    await projector.deleteOrganization(GONE);
    const refused = [
      { organizationId: GONE, reason: 'log', requests: 2 } as const,
      { organizationId: ORGANIZATION, reason: 'log', requests: 1 } as const,
    ];
    const health = healthOf({ refused });
    await projector.running(async () => projector.committed(await say(encodeGatewayHealth(health))));
    expect(await recorded()).toEqual([[{ ...health, refused: refused.slice(1) }]]);
  });
});
