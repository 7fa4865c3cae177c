import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import { failingStatements } from '../../db/failing-statements.fixture.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import { DeliveryFault } from '../../channels/egress/delivery-fault.js';
import { enqueue, lease } from '../../channels/outbox/outbox.store.js';
import type { DeliveryMetrics } from './delivery-metrics.js';
import { outcomeOfFault } from './outcomes.js';
import { recordStage } from './record.js';

const [A, CONNECTOR] = [uuidv7(), uuidv7()];
let database: NotifyDatabase;
beforeAll(async () => {
  database = await NotifyDatabase.start('notify_failing_delivery');
  await database.admin.query(
    `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, 'c', 'webhook', '')`,
    [CONNECTOR, A],
  );
});
afterAll(() => database?.stop());

it('a delivery whose consequences fail is kept as it ended, and not sent again for ever (ALERT-150)', async () => {
  const chain = {
    eventId: uuidv7(),
    eventType: 'alert.triggered',
    policyId: null,
    userId: undefined,
    message: { title: 't', text: 't' },
    groupKey: null,
  };
  const route = {
    stage: 'organization_fallback' as const,
    connector_id: CONNECTOR,
    target: { type: 'fixed_address' as const, value: 'ops' },
  };
  const [row] = await database.transactions.in(A, async (client) => {
    await enqueue(client, A, chain, [route]);
    return lease(client, A, 1, 1);
  });
  const transactions = failingStatements(database.transactions, 'insert into connector_health', CONNECTOR);
  const metrics = { circuitChanged: () => undefined } as unknown as DeliveryMetrics;
  const outcome = outcomeOfFault(new DeliveryFault('http_500'), row!.attempt, 1, 1);
  await recordStage({ metrics, retryScale: 1 })(transactions.turn(A), { row: row!, outcome });
  const { rows } = await database.admin.query<{ status: string; error_code: string; error_message: string }>(
    'select status, error_code, error_message from notify.deliveries where id = $1',
    [row!.id],
  );
  expect(rows).toEqual([
    {
      status: outcome.status,
      error_code: 'http_500',
      error_message: expect.stringContaining('follow_up_failed: Internal error') as string,
    },
  ]);
});
