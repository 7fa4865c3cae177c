/** People, connectors and policies over real tables, and a pager with a clock of its own. */
import { uuidv7 } from '@spanwise/contracts/base/uuid';
import type { Host } from '@spanwise/host/service';
import { addEscalation } from '../../oncall/escalation-policies/escalation-policies.store.js';
import type { Escalation } from '../../oncall/escalation-policies/escalation-rules.js';
import type { NotifyConfig } from '../../config.js';
import { NotifyDatabase } from '../../db/notify-database.fixture.js';
import type { OrganizationTransactions } from '../../db/organization-transactions.js';
import { changeIncidents, type IncidentChanges } from '../incidents/incident-lifecycle.js';
import type { IncidentTools } from '../incidents/incident-notifier.js';
import type { IncidentRow } from '../incidents/incident-rows.js';
import { incidentRow, timelineOf } from '../incidents/incidents.store.js';
import type { DeliveryWorker } from '../../delivery/pipeline/delivery-worker.js';
import type { TeamDirectory } from '../../routing/policies/team-directory.js';
import { Pager } from './pager.js';

export const A = uuidv7();
export const RULE = uuidv7();
const CONNECTOR = uuidv7();
export const T0 = Date.parse('2026-01-15T10:00:00Z');
export const SECOND = 1_000;

export type Targets = Escalation['steps'][number]['targets'];
export const person = (id: string): Targets[number] => ({ kind: 'user', user_id: id });
export const step = (targets: Targets, timeout = 300, least: Escalation['steps'][number]['min_severity'] = null) => ({
  targets,
  ack_timeout_secs: timeout,
  min_severity: least,
});

export class PagingScene {
  /** Of iam; undefined while it is away. */
  teams: Map<string, string[]> | undefined = new Map();

  private constructor(readonly database: NotifyDatabase) {}

  static async start(name: string): Promise<PagingScene> {
    const scene = new PagingScene(await NotifyDatabase.start(name));
    await scene.sql(
      `insert into notify.connectors (id, organization_id, name, connector_type, config_sealed) values ($1, $2, 'c', 'webhook', '')`,
      [CONNECTOR, A],
    );
    const routes = [{ connector_id: CONNECTOR, target_type: 'fixed_address', target: 'everyone', order: 1 }];
    await scene.sql(
      `insert into notify.default_routes (id, organization_id, category, routes, enabled) values ($1, $2, 'escalation', $3, true)`,
      [uuidv7(), A, JSON.stringify(routes)],
    );
    return scene;
  }

  async reset(): Promise<void> {
    this.teams = new Map();
    await this.sql(
      `truncate notify.alert_escalations, notify.pages, notify.incidents, notify.incident_timeline, notify.events,
       notify.deliveries, notify.schedules, notify.alert_mutes, notify.organizations cascade`,
    );
  }

  stop(): Promise<void> {
    return this.database.stop();
  }

  sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.database.admin.query<Row>(text, values).then(({ rows }) => rows);
  }

  /** A user who is reached at an address that is their id. */
  async addPerson(category: 'alert' | 'escalation' | 'oncall' = 'escalation'): Promise<string> {
    const [user, endpoint, preference] = [uuidv7(), uuidv7(), uuidv7()];
    await this.sql(
      `insert into notify.user_endpoints (id, organization_id, user_id, connector_id, external_identity, verified, enabled)
       values ($1, $2, $3, $4, $5, true, true)`,
      [endpoint, A, user, CONNECTOR, user],
    );
    await this.sql(
      `insert into notify.preferences (id, organization_id, user_id, category, enabled, allow_critical_bypass)
       values ($1, $2, $3, $4, true, true)`,
      [preference, A, user, category],
    );
    await this.sql(
      `insert into notify.preference_steps (id, organization_id, preference_id, endpoint_id, step_order) values ($1, $2, $3, $4, 1)`,
      [uuidv7(), A, preference, endpoint],
    );
    return user;
  }

  async addPolicy(steps: Escalation['steps'], change: Partial<Escalation> = {}): Promise<string> {
    const definition = { name: 'nights', steps, repeat: false, max_loops: 1, ...change };
    const row = await this.database.transactions.in(A, (client) => addEscalation(client, A, uuidv7(), definition));
    return row.id;
  }

  change<T>(
    work: (incidents: IncidentChanges) => Promise<T>,
    afterSecs = 0,
    tools: Partial<IncidentTools> = {},
  ): Promise<T> {
    const at = (T0 + afterSecs * SECOND) * 1_000;
    return this.database.transactions.in(A, (client) =>
      changeIncidents(client, A, { baseUrl: 'https://spanwise.example', ...tools }, work, at),
    );
  }

  async open(policy = 'nights', labels: Record<string, string> = {}, afterSecs = 0): Promise<string> {
    const rule = {
      id: RULE,
      version: 1,
      name: 'Checkout errors',
      escalation_policy_id: policy,
      labels: {},
      annotations: {},
      silence_secs: 0,
      query: { language: 'condition', statement: 'x' },
    };
    const opening = {
      rule,
      severity: 'warning' as const,
      labels,
      value: 1,
      step: 29_000_000,
      startedAtMicros: T0 * 1_000,
    };
    return (await this.change((incidents) => incidents.open(opening), afterSecs)).incident.id;
  }

  pager(transactions: Pick<OrganizationTransactions, 'in' | 'organizationsWithPages'> = this.database.transactions) {
    const directory = {
      teamOf: async (_: string, id: string) => {
        if (this.teams === undefined) throw new Error('iam is away');
        return { members: this.teams.get(id) ?? [], leads: [] };
      },
    } as unknown as TeamDirectory;
    const worker = { wake: () => undefined } as unknown as DeliveryWorker;
    const config = { values: { baseUrl: 'https://spanwise.example' } } as NotifyConfig;
    const host = { logger: { warn: () => undefined } } as unknown as Host;
    return new Pager(transactions as OrganizationTransactions, directory, worker, config, host);
  }

  /** Rounds until nothing of this moment is due. */
  async rounds(afterSecs: number, pager = this.pager()): Promise<void> {
    const at = new Date(T0 + afterSecs * SECOND);
    for (let count = 0; count < 30; count++) await pager.round(at);
  }

  /** Targets of pages that were put into the outbox, in their order: who, and of which loop and step. */
  async paged(): Promise<string[]> {
    const rows = await this.sql<{ target_value: string; event_id: string }>(
      `select target_value, event_id from notify.deliveries where event_type = 'alert.escalated' and target_value <> '' order by id`,
    );
    return rows.map(({ target_value: target, event_id: id }) => `${target} ${id.split(':').slice(-2).join(':')}`);
  }

  incident(id: string): Promise<IncidentRow> {
    return this.database.transactions.in(A, (client) => incidentRow(client, A, id));
  }

  async timeline(id: string): Promise<string[]> {
    const entries = await this.database.transactions.in(A, (client) => timelineOf(client, A, id, 100));
    return entries.map(({ kind }) => kind);
  }
}
