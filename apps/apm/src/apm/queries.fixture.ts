/** Figures in a database of their own, written as the projection writes them, and the reading half over them. */
import type { Bus } from '@spanwise/bus/bus';
import {
  INCIDENTS_READ,
  type ServiceIncident,
  type ServiceIncidentsAsked,
} from '@spanwise/contracts/alerting/incidents';
import { unavailable } from '@spanwise/contracts/base/errors';
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Heartbeat, ProjectionHeartbeat } from '@spanwise/contracts/base/heartbeat';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { DeltaFold } from '@spanwise/span-model/delta';
import { decodeDelta, encodeDelta } from '@spanwise/span-model/delta-codec';
import type { GatewayMinute } from '@spanwise/span-model/gateway-minutes';
import type { SpanException, SpanResource } from '@spanwise/span-model/span';
import { spanOf, type Attributes } from '@spanwise/span-model/span.fixture';
import { Database } from '@spanwise/postgres/database';
import { ApmConfig, type ApmVariables } from '../config.js';
import { apmDatabase, type ApmDatabase } from '../db/apm-database.fixture.js';
import { Retention } from '../rollups/retention/retention.js';
import type { BudgetLimits } from '../rollups/rollups/budgets.js';
import { type DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import { PartitionWriter } from '../rollups/rollups/partition-writer.js';
import { UsagePools } from '../query/usage/usage-pools.js';
import { ApmReads } from './read/apm-read.js';
import { ServiceIncidents } from './services/service-incidents.js';
import { Snapshots } from './read/snapshot.js';

export const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
export const OTHER_ORGANIZATION = '00000000-0000-7000-8000-0000000000b2';
export const MINUTE = 60_000_000;
export const HOUR = 60 * MINUTE;
const DAY_MS = 86_400_000;

const LIMITS: BudgetLimits = {
  services: 200,
  transactions: 500,
  dependencies: 200,
  errors: 200,
  versions: 500,
  instances: 256,
};

/** One request, or one call of a dependency when `kind` says so. */
export interface Request {
  service?: string;
  environment?: string;
  version?: string;
  resource?: Partial<SpanResource>;
  /** 1 = INTERNAL, 2 = SERVER, 3 = CLIENT. */
  kind?: number;
  /** A span of this name and without the attributes of HTTP. */
  name?: string;
  route?: string;
  attributes?: Attributes;
  atMicros?: number;
  durationMicros?: number;
  error?: Partial<SpanException>;
  /** Numbers of the span and its trace, for others to link to. */
  id?: number;
  trace?: number;
  linked?: [trace: number, id: number][];
}

export class Figures {
  /** What the projector's heartbeat says. */
  projector: ProjectionHeartbeat = {
    replaying: false,
    lagMessages: 0,
    lagSeconds: 0,
    logFullness: 0,
    outboxRows: 0,
    ledgerImbalance: 0,
  };
  /** What notify answers of services; undefined: it cannot be asked. */
  openIncidents: ServiceIncident[] | undefined = [];
  /** What notify was asked last. */
  askedForIncidents?: ServiceIncidentsAsked;
  readonly admin: Client;
  readonly reads: ApmReads;
  readonly incidents: ServiceIncidents;
  private offset: DeltaOffset = { lineage: undefined, n: 0 };
  private spans = 0;
  private readonly lineage = randomUUID();

  private constructor(
    private readonly database: ApmDatabase,
    private readonly writer: PartitionWriter,
    readonly config: ApmConfig,
    readonly retention: Retention,
  ) {
    this.admin = database.admin;
    this.reads = this.newReads();
    const call = (_: unknown, asked: ServiceIncidentsAsked) => {
      this.askedForIncidents = asked;
      const incidents = this.openIncidents;
      return incidents === undefined ? Promise.reject(unavailable('notify is away')) : Promise.resolve({ incidents });
    };
    this.incidents = new ServiceIncidents({ rpc: { call } } as unknown as Bus, this.reads);
  }

  /** Reads that have kept nothing of earlier answers. */
  newReads(): ApmReads {
    const heartbeat = (): Heartbeat => ({
      service: 'projector',
      instance: 'test',
      ready: true,
      subsystems: {},
      projection: this.projector,
    });
    return new ApmReads(new Snapshots(this.source), this.config, { newest: heartbeat });
  }

  static async start(limits: Partial<BudgetLimits> = {}): Promise<Figures> {
    const database = await apmDatabase('apm_reads');
    const config = new ApmConfig({
      cursorKeys: [{ kid: 'test', key: Buffer.alloc(32, 1) }],
      maxRangeMs: 30 * DAY_MS,
      minSamples: 100,
      minuteRetentionMs: DAY_MS,
      hourRetentionMs: 30 * DAY_MS,
      sourceMapRetentionMs: 90 * DAY_MS,
      lateGraceMs: 300_000,
    } as ApmVariables);
    const writer = new PartitionWriter(database.writer, 0, { ...LIMITS, ...limits }, () => 0);
    const retention = new Retention(database.owner, database.writer, config);
    return new Figures(database, writer, config, retention);
  }

  stop(): Promise<void> {
    return this.database.drop();
  }

  get source(): Database {
    return this.database.ownerSource;
  }

  /** Pools of both roles. */
  get pools(): UsagePools {
    return new UsagePools(this.database.owner, this.database.writer);
  }

  get nowMicros(): number {
    return Date.now() * 1_000;
  }

  /** Counts the requests of an organization, as one delta. */
  async record(requests: Request[], organizationId = ORGANIZATION): Promise<void> {
    const fold = new DeltaFold();
    for (const request of requests) fold.add(organizationId, this.spanOfRequest(request));
    await this.apply(fold, this.nowMicros);
  }

  /** Applies minutes of gateways, as one delta of this stream time. */
  async recordGateways(minutes: GatewayMinute[], streamTimeMicros: number): Promise<void> {
    const fold = new DeltaFold();
    for (const minute of minutes) fold.addGatewayMinute(minute);
    await this.apply(fold, streamTimeMicros);
  }

  private async apply(fold: DeltaFold, streamTimeMicros: number): Promise<void> {
    const delta = { n: this.offset.n + 1, streamTimeMicros, ...decodeDelta(encodeDelta(fold, 1)[0]!) };
    this.offset = (await this.writer.apply(0, this.offset, this.lineage, [delta])).offset;
  }

  /** The context of a member of an organization that is as old as the test needs. */
  contextOf(organizationId = ORGANIZATION, permissions = [INCIDENTS_READ.organization as string]): IamContext {
    return {
      organization_id: organizationId,
      organization_created_micros: 0,
      permissions,
    } as Partial<IamContext> as IamContext;
  }

  private spanOfRequest(request: Request) {
    const { service = 'cart', environment = 'prod', version = '', route = '/items', error } = request;
    const http: Attributes = { 'http.request.method': 'GET', 'http.route': route };
    return spanOf({
      id: request.id ?? ++this.spans,
      ...(request.trace !== undefined && { trace: request.trace }),
      linked: request.linked ?? [],
      kind: request.kind ?? 2,
      startMicros: request.atMicros ?? this.nowMicros,
      durationMicros: request.durationMicros ?? 5_000,
      statusCode: error === undefined ? 0 : 2,
      exceptions: error === undefined ? [] : [error],
      resource: { service, environment, version, ...request.resource },
      name: request.name ?? '',
      attributes: { ...(request.name === undefined && http), ...request.attributes },
    });
  }
}
