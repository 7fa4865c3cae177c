/**
 * notify's own evaluator in this process, over a database of its own in the product's server and on a clock that is set:
 * steps that are long past are evaluated as in their minute, and notified as they would have been. What is measured comes from
 * the product's apm.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Registry } from 'prom-client';
import {
  alertOrganizations,
  alertProgress,
  STEP_MICROS,
  type AlertPass,
  type AlertProgress,
} from '@spanwise/contracts/alerting/measure';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { TransitionHandler } from '@spanwise/notify/alerting/alert-evaluation/transition-handler';
import { EvaluationMetrics } from '@spanwise/notify/alerting/alert-evaluation/evaluation-metrics';
import { Evaluator } from '@spanwise/notify/alerting/alert-evaluation/evaluator';
import { PlatformIncidents } from '@spanwise/notify/alerting/alert-evaluation/platform-incidents';
import { dataSource } from '@spanwise/notify/db/data-source';
import { OrganizationTransactions } from '@spanwise/notify/db/organization-transactions';
import { DefaultRules } from '@spanwise/notify/alerting/default-rules/default-rules';
import { eventually } from '@spanwise/testing/eventually';
import { Database } from '@spanwise/postgres/database';
import { migrate } from '@spanwise/postgres/migrate';
import { query } from '../crash/log-view.js';
import { busOf } from '../harness/gateway-bus.js';
import type { Product } from '../harness/product.js';
import type { Shop } from './shop.js';

/** Rules that settle in half a minute, as the default ones do. */
export const SETTLE_MICROS = 30_000_000;
export const PASS = 's30';
export const ABSENCE_RULE = 'A service sends nothing any more';
const GRACE_MINUTES = 5;

type EvaluatorBus = ConstructorParameters<typeof Evaluator>[0];
type NotifyHost = ConstructorParameters<typeof EvaluationMetrics>[0];
type NotifyConfig = ConstructorParameters<typeof TransitionHandler>[0];

export interface LiveOptions {
  /** Without `final` no step is evaluated a second time: of figures that are complete both passes say the same. */
  passes: readonly AlertPass[];
  /** After the end of a step until it is complete; 5 unless given, as in the product. */
  graceMinutes?: number;
}

export class LiveEvaluator {
  private nowMicros = 0;
  /** Microseconds that the stream's time is behind the clock. */
  private lagMicros = 0;

  private constructor(
    readonly organizationId: string,
    readonly transactions: OrganizationTransactions,
    readonly bus: EvaluatorBus,
    private readonly graceMinutes: number,
    private readonly evaluator: Evaluator,
    private readonly close: () => Promise<void>,
  ) {}

  /** With the default rules. */
  static async start(
    { product, organizationId }: Pick<Shop, 'product' | 'organizationId'>,
    { passes, graceMinutes = GRACE_MINUTES }: LiveOptions,
  ): Promise<LiveEvaluator> {
    const source = await notifyDatabase(product);
    const connection = await busOf(product, 'notify');
    const transactions = new OrganizationTransactions(source);
    const progress = (): AlertProgress => {
      const streamTime = live.nowMicros - live.lagMicros;
      const grace = passes.includes('final') ? graceMinutes * STEP_MICROS : streamTime;
      return { stream_time_micros: streamTime, late_grace_micros: grace, replaying: false };
    };
    const rpc = {
      async call(contract: { subject: string; timeoutMs: number }, input: object) {
        if (contract === alertProgress) return progress();
        if (contract === alertOrganizations) return { organization_ids: [organizationId] };
        const body = JSON.stringify({ data: input });
        const reply = await connection.request(contract.subject, body, { timeout: contract.timeoutMs });
        const answer = reply.json<{ data: object } | { error: Parameters<typeof ServiceError.fromWire>[0] }>();
        if ('error' in answer) throw ServiceError.fromWire(answer.error);
        return answer.data;
      },
    };
    const bus = { rpc } as unknown as EvaluatorBus;
    const host = { registry: new Registry(), logger: { warn: console.warn } } as unknown as NotifyHost;
    const config = { values: { baseUrl: product.baseUrl } } as NotifyConfig;
    await new DefaultRules(bus, transactions, host).round();
    // The organization is never the platform's own, which has one incident of everything (ALERT-140).
    const system = { is: async () => false };
    const [consequences, platform] = [
      new TransitionHandler(config),
      new PlatformIncidents(transactions, system, config),
    ];
    const metrics = new EvaluationMetrics(host);
    // Started long before the steps that it evaluates.
    const { now } = Date;
    Date.now = () => 0;
    const evaluator = new Evaluator(bus, transactions, consequences, platform, metrics, host);
    Date.now = now;
    const live: LiveEvaluator = new LiveEvaluator(
      organizationId,
      transactions,
      bus,
      graceMinutes,
      evaluator,
      async () => {
        await connection.close();
        await source.close();
      },
    );
    return live;
  }

  /** What happens once the step has settled, and all before it. Where apm is delayed it is tried again, as each second. */
  async evaluate(step: number): Promise<void> {
    this.lagMicros = 0;
    this.nowMicros = step * STEP_MICROS + SETTLE_MICROS;
    await this.roundsUntil(PASS, step);
  }

  /** The final evaluation of the steps once they are complete, with nothing new in the time since. */
  async evaluateFinally(from: number, to: number): Promise<void> {
    await this.beginAt(from - 1, 'final');
    await this.beginAt(to + this.graceMinutes, PASS);
    this.nowMicros = (to + this.graceMinutes) * STEP_MICROS + SETTLE_MICROS;
    await this.roundsUntil('final', to);
  }

  private roundsUntil(pass: string, step: number): Promise<void> {
    return eventually(async () => {
      await this.atItsTime(() => this.evaluator.round());
      const { rows } = await this.read<{ step: string }>('select step from alert_cursors where pass = $1', pass);
      const newest = Number(rows[0]?.step ?? 0);
      if (newest < step)
        throw new Error(`the step ${newest} of the pass ${pass} is the last that is evaluated, not ${step}`);
    });
  }

  /** The clock goes on to when the step would have settled, and the stream's time stands still. */
  async wait(step: number): Promise<void> {
    const nowMicros = step * STEP_MICROS + SETTLE_MICROS;
    this.lagMicros += nowMicros - this.nowMicros;
    this.nowMicros = nowMicros;
    await this.atItsTime(() => this.evaluator.round());
  }

  /** As if everything up to the step had been evaluated, and nothing of it had fired. */
  async beginAt(step: number, ...passes: string[]): Promise<void> {
    await this.transactions.in(this.organizationId, (client) =>
      client.query('update alert_cursors set step = $1 where pass = any ($2)', [step, passes]),
    );
  }

  /** Rows of the organization. */
  read<Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.transactions.in(this.organizationId, (client) => client.query<Row>(sql, values));
  }

  /** With the clock of the last step that was evaluated. */
  async atItsTime<T>(work: () => Promise<T>): Promise<T> {
    const now = Date.now;
    Date.now = () => this.nowMicros / 1_000;
    try {
      return await work();
    } finally {
      Date.now = now;
    }
  }

  stop(): Promise<void> {
    return this.close();
  }
}

/** Empty, with notify's tables, beside the product's own. */
async function notifyDatabase(product: Product): Promise<Database> {
  const name = `live_${randomBytes(4).toString('hex')}`;
  await query(product, `create database ${name}`);
  const url = new URL(product.databaseUrl);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query('create schema notify authorization spanwise_notify');
  await admin.end();
  url.username = 'spanwise_notify';
  url.password = readFileSync(join(product.dataDir, 'keys', 'db-spanwise_notify'), 'utf8').trim();
  await migrate(dataSource(url.href), url.href, 'notify');
  return Database.open(dataSource(url.href));
}
