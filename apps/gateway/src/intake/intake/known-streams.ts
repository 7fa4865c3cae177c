/**
 * Which streams there are, as the catalogue says, and how many new ones a request, a minute and an organization may make:
 * each is a row of the catalogue and files of its own, through a writer that all organizations share.
 */
import type { NatsConnection } from 'nats';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { invalidArgument, tooManyRequests, unavailable, type ServiceError } from '@spanwise/contracts/base/errors';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';
import type { SliceSignal } from '@spanwise/contracts/log/log-message';
import { admit, retryAfterSeconds, type RateLimit } from '@spanwise/contracts/base/rate-limit';
import {
  DEFAULT_RETENTION_DAYS,
  knownStreams,
  MAX_STREAMS_ASKED,
  type KnownStreamsAnswer,
} from '@spanwise/contracts/telemetry/streams';
import { DAY_MICROS } from '@spanwise/span-model/time-units';
import type { IntakeMetrics } from './intake-metrics.js';

export interface StreamLimits {
  perRequest: number;
  /** Of one organization, of this process. */
  perMinute: number;
  perOrganization: number;
}

/** Why a stream is not made; with a time where it may be made later. */
export interface StreamRefusal {
  reason: string;
  retryAfterMs?: number;
}

interface Entry {
  /** Undefined where the catalogue has not answered. */
  retentionDays: number | undefined;
  /** To be asked again from then on: retention is the caller's to change. */
  untilMs: number;
}

const MAX_ENTRIES = 200_000;
const MAX_ORGANIZATIONS = 20_000;
const KEPT_MS = 60_000;
/** The catalogue learns of a new stream with its first records. */
const NEW_KEPT_MS = 5_000;
/** Of one request; what stands behind them is new to it. */
const MAX_ASKED = 10_000;
/** Without an answer no request waits for one again so soon. */
const SILENT_MS = 1_000;

export class KnownStreams {
  private readonly entries = new Map<string, Entry>();
  /** Streams of an organization as last heard, with those made since, and when it may make more. */
  private readonly organizations = new Map<string, { total: number; freeAtMs?: number }>();
  private readonly minute: RateLimit;
  private silentUntilMs = 0;

  constructor(
    private readonly rpc: Pick<RpcClient, 'call'>,
    private readonly metrics: Pick<IntakeMetrics, 'newStreams'>,
    private readonly limits: StreamLimits,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    const { perMinute } = limits;
    this.minute = { name: 'new-streams', quota: perMinute, windowSeconds: 60, burst: perMinute };
  }

  /** Nothing is kept of an organization that is deleted. */
  listen(connection: NatsConnection): void {
    connection.subscribe(INVALIDATION_SUBJECT, {
      callback: (error, message) => {
        if (error !== null) return;
        const { organization_id: id, deleted } = message.json<Invalidation>();
        if (deleted && id !== undefined) this.forget(id);
      },
    });
  }

  private forget(organizationId: string): void {
    this.organizations.delete(organizationId);
    for (const key of this.entries.keys()) if (key.startsWith(`${organizationId} `)) this.entries.delete(key);
  }

  /** The streams that a request names, before its records are looked at. */
  async of(organizationId: string, signal: SliceSignal, names: readonly string[]): Promise<RequestStreams> {
    const prefix = `${organizationId} ${signal} `;
    const nowMs = this.nowMs();
    const asked = names.filter((name) => (this.entries.get(prefix + name)?.untilMs ?? 0) <= nowMs);
    const isAnswered = asked.length === 0 || (await this.ask(organizationId, signal, asked.slice(0, MAX_ASKED)));
    const newDays = isAnswered ? DEFAULT_RETENTION_DAYS : undefined;
    let made = 0;
    return {
      oldestMicros: (name, receivedAtMicros) => {
        const entry = this.entries.get(prefix + name);
        const days = entry === undefined ? newDays : entry.retentionDays;
        return days === undefined ? undefined : receivedAtMicros - days * DAY_MICROS;
      },
      refusal: (name) => {
        if (this.entries.has(prefix + name)) return undefined;
        const refusal = this.make(organizationId, made);
        this.metrics.newStreams.inc({ outcome: refusal === undefined ? 'made' : 'refused' });
        // Whether it is new is unknown: a stream that there is must not lose its records.
        if (refusal !== undefined && !isAnswered) throw unavailable('The catalogue of streams does not answer.');
        if (refusal !== undefined) return refusal;
        made++;
        this.keep(prefix + name, { retentionDays: newDays, untilMs: this.nowMs() + NEW_KEPT_MS });
        return undefined;
      },
    };
  }

  /** Counts a new stream of a request that has made some already, or says why it may not be. */
  private make(organizationId: string, madeOfRequest: number): StreamRefusal | undefined {
    const { perRequest, perMinute, perOrganization } = this.limits;
    const organization = this.organizations.get(organizationId) ?? { total: 0 };
    if (organization.total >= perOrganization)
      return { reason: `the organization has ${perOrganization} streams, which is as many as it may have` };
    if (madeOfRequest >= perRequest) return { reason: `a request makes at most ${perRequest} new streams` };
    const { freeAtMs, retryAfterMs } = admit(this.minute, organization.freeAtMs, this.nowMs());
    if (retryAfterMs > 0)
      return { reason: `an organization makes at most ${perMinute} new streams a minute`, retryAfterMs };
    this.organizations.set(organizationId, { total: organization.total + 1, freeAtMs });
    return undefined;
  }

  /** Whether the catalogue has answered. */
  private async ask(organizationId: string, signal: SliceSignal, names: readonly string[]): Promise<boolean> {
    if (this.silentUntilMs > this.nowMs()) return false;
    for (let at = 0; at < names.length; at += MAX_STREAMS_ASKED) {
      const part = names.slice(at, at + MAX_STREAMS_ASKED);
      const question = { organization_id: organizationId, signal, names: part };
      const answer = await this.rpc.call(knownStreams, question).catch(() => undefined);
      if (answer === undefined) {
        this.silentUntilMs = this.nowMs() + SILENT_MS;
        return false;
      }
      this.learn(organizationId, signal, answer);
    }
    return true;
  }

  private learn(organizationId: string, signal: SliceSignal, { streams, total }: KnownStreamsAnswer): void {
    const untilMs = this.nowMs() + KEPT_MS;
    for (const [name, retentionDays] of streams)
      this.keep(`${organizationId} ${signal} ${name}`, { retentionDays, untilMs });
    const known = this.organizations.get(organizationId);
    if (known === undefined && this.organizations.size >= MAX_ORGANIZATIONS) drop(this.organizations);
    this.organizations.set(organizationId, { ...known, total });
  }

  private keep(key: string, entry: Entry): void {
    if (this.entries.size >= MAX_ENTRIES && !this.entries.has(key)) drop(this.entries);
    this.entries.set(key, entry);
  }
}

/** Forgets the oldest tenth. */
function drop(map: Map<string, unknown>): void {
  let left = Math.ceil(map.size / 10);
  for (const key of map.keys()) {
    if (left-- <= 0) break;
    map.delete(key);
  }
}

export interface RequestStreams {
  /** Retention drops what is older at once; undefined where it is not known. */
  oldestMicros: (stream: string, receivedAtMicros: number) => number | undefined;
  /** Why the stream takes nothing. To be asked once for each stream that records are kept of: a new one is counted. */
  refusal: (stream: string) => StreamRefusal | undefined;
}

/** For senders whose protocol has no words for a part of a request. */
export const refusalError = (message: string, retryAfterMs: number | undefined): ServiceError =>
  retryAfterMs === undefined ? invalidArgument(message) : tooManyRequests(message, retryAfterSeconds(retryAfterMs));
