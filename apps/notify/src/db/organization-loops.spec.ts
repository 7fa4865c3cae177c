/** Everything that notify does for each organization goes on where one of them fails (ALERT-152). */
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Bus } from '@spanwise/bus/bus';
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { Database } from '@spanwise/postgres/database';
import { EvaluationRetention } from '../alerting/alert-evaluation/evaluation-retention.js';
import { NotifyConfig, type NotifyVariables } from '../config.js';
import { ConnectorSecrets } from '../channels/connectors/connector-secrets.js';
import { rewrapSecrets } from '../channels/connectors/rewrap.js';
import { DefaultRules } from '../alerting/default-rules/default-rules.js';
import { DeliveryRetention } from '../delivery/deliveries/delivery-retention.js';
import { IncidentRetention } from '../alerting/incident-retention/incident-retention.js';
import { Pager } from '../incidents/paging/pager.js';
import { DeliveryWorker } from '../delivery/pipeline/delivery-worker.js';
import type { Pipeline } from '../delivery/pipeline/pipeline.js';
import type { RecipientResolution } from '../delivery/pipeline/recipient-resolution.js';
import { CoverageWatch } from '../incidents/coverage-notices/coverage-watch.js';
import { ShiftWatch } from '../incidents/shift-notices/shift-watch.js';
import type { OrganizationTransactions } from './organization-transactions.js';

/** The broken one is the oldest: every loop comes to it first. */
const [BROKEN, SOUND] = [uuidv7(), uuidv7()];

/** Organizations without a row, of which one fails in every transaction. */
function organizations(answer: unknown = []) {
  const served = new Set<string>();
  const transactions = {
    organizationIds: async () => [BROKEN, SOUND],
    organizationsWithPages: async () => [BROKEN, SOUND],
    in: async (id: string) => {
      if (id === BROKEN) throw new Error('its rows cannot be read');
      served.add(id);
      return answer;
    },
  } as unknown as OrganizationTransactions;
  return { served, transactions };
}

const config = { values: { baseUrl: 'https://spanwise.example' } } as NotifyConfig;
const never = undefined as never;
type Loop = (transactions: OrganizationTransactions, host: Host) => Promise<unknown>;

it.each<[string, Loop]>([
  ['evaluation_retention', (all, host) => new EvaluationRetention(all, host).sweep()],
  ['delivery_retention', (all, host) => new DeliveryRetention(all, host, config).sweep()],
  ['incident_retention', (all, host) => new IncidentRetention(all, config, host).sweep()],
  ['schedule_coverage', (all, host) => new CoverageWatch(all, never, never, never, host).round()],
  ['schedule_shifts', (all, host) => new ShiftWatch(all, never, never, config, host).round()],
  ['pages', (all, host) => new Pager(all, never, { wake: () => undefined } as never, config, host).round()],
  [
    'default_rules',
    (all, host) => {
      const call = async () => ({ organization_ids: [BROKEN, SOUND] });
      return new DefaultRules({ rpc: { call } } as unknown as Bus, all, host).round();
    },
  ],
])('one organization that fails does not end %s for a younger one', async (loop, run) => {
  const registry = new Registry();
  const said: object[] = [];
  const host = { registry, logger: { warn: (fields: object) => said.push(fields) } } as unknown as Host;
  const { served, transactions } = organizations(loop.endsWith('_retention') ? 0 : []);
  await run(transactions, host);
  expect([...served]).toEqual([SOUND]);
  expect(said).toContainEqual(expect.objectContaining({ organization_id: BROKEN, error: 'its rows cannot be read' }));
  const { values } = await registry.getSingleMetric('spanwise_organizations_failing')!.get();
  expect(values).toEqual([expect.objectContaining({ labels: { loop }, value: 1 })]);
});

it('eight organizations whose deliveries cannot be read do not keep those of a younger one waiting', async () => {
  const broken = Array.from({ length: 8 }, () => uuidv7());
  const served = new Set<string>();
  const query = async (_: string, values?: [number, string[]]) => {
    if (values === undefined) return { rows: [{ wait: -1 }] };
    const [limit, without] = values;
    const due = [...broken, SOUND].filter((id) => !without.includes(id));
    return { rows: due.slice(0, limit).map((id) => ({ id })) };
  };
  const pipeline = {
    escalate: async () => undefined,
    take: async ({ organizationId }: { organizationId: string }) => {
      if (organizationId !== SOUND) throw new Error('its rows cannot be read');
      served.add(organizationId);
      return [];
    },
  } as unknown as Pipeline;
  const stops: (() => Promise<unknown>)[] = [];
  const host = {
    registry: new Registry(),
    logger: { warn: () => undefined },
    shutdown: { onStop: (_phase: string, _name: string, stop: () => Promise<unknown>) => stops.push(stop) },
  } as unknown as Host;
  const resolution = { start: () => undefined, settled: async () => undefined } as unknown as RecipientResolution;
  const transactions = {
    turn: (organizationId: string) => ({ organizationId }),
  } as unknown as OrganizationTransactions;
  const source = { pool: { query } } as unknown as Database;
  new DeliveryWorker(source, transactions, pipeline, resolution, host).start();
  await expect.poll(() => [...served]).toEqual([SOUND]);
  for (const stop of stops) await stop();
});

it('an organization whose secrets cannot be rewritten does not stop the rewrite for younger ones, and is reported at the end', async () => {
  const { served, transactions } = organizations();
  const secrets = new ConnectorSecrets({} as NotifyVariables['secretKeys']);
  await expect(rewrapSecrets(transactions, secrets)).rejects.toThrow('its rows cannot be read');
  expect([...served]).toEqual([SOUND]);
});
