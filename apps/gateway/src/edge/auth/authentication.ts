import { createHash } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { NatsConnection } from 'nats';
import { ContextVerifier, publicKeysOverBus, PublicKeys, verifyEs256 } from '@spanwise/bus/context-verifier';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { apiTokenPrefix, looksLikeApiToken } from '@spanwise/contracts/authz/api-token';
import { ServiceError, unauthorized } from '@spanwise/contracts/base/errors';
import { authenticate } from '@spanwise/contracts/iam/iam';
import { SIGN_IN_AUDIENCE, SIGN_IN_ISSUER, type IamContext } from '@spanwise/contracts/authz/iam-context';
import { INVALIDATION_SUBJECT, KEYS_CHANGED_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';
import type { RequestLimits } from '../limits/request-limits.js';

/** A caller: the verified context and its signed form, which is sent along with every message. */
export interface Caller {
  context: IamContext;
  signed: string;
  /**
   * Set where the caller may not do what the route does and holds it on single resources: the contexts in which they may,
   * at least one. Of a route about all resources of a kind it is one, of the caller's own organization.
   */
  held?: readonly HeldCaller[];
}

/** The caller, narrowed to one message about resources of one organization. */
export interface HeldCaller {
  context: IamContext;
  signed: string;
}

interface Entry {
  caller: Caller;
  /** Of the monotonic clock, as every moment here. */
  expiresAtMs: number;
  refreshing: boolean;
}

const MAX_ENTRIES = 50_000;
/**
 * A context is not used in its last seconds: services check its expiry by their own clocks, and an iam that does not answer
 * holds up the refusal for as long as a call may take, which is 30 s after the last word of iam at the most.
 */
const SAFETY_MS = 7_000;
/** A context that is used within this time of its end is fetched again in the background. */
const REFRESH_MS = 15_000;
const REFUSED_TTL_MS = 1_000;
const MAX_REFUSED = 10_000;
const MAX_CREDENTIAL = 4_096;
const CLOCK_SET_MS = 2_000;

/**
 * From credential to context. iam decides; its answer is kept for as long as the signed context lives and dropped at once
 * when iam says that something under it has changed, or when the bus was cut and such a word may have been missed.
 */
export class Authentication {
  private readonly entries = new Map<string, Entry>();
  private readonly refused = new Map<string, number>();
  private readonly pending = new Map<string, Promise<Caller>>();
  /** Rises with every word of iam: an answer that was under way meanwhile may be from before it. */
  private generation = 0;
  private clockOffsetMs = Date.now() - performance.now();
  private readonly jwt = new JwtService({});
  private readonly keys: PublicKeys;
  private readonly verifier: ContextVerifier;

  constructor(
    private readonly rpc: RpcClient,
    private readonly limits: Pick<RequestLimits, 'throttleFailures'>,
  ) {
    this.keys = publicKeysOverBus(rpc);
    this.verifier = new ContextVerifier(this.keys);
  }

  listen(connection: NatsConnection): void {
    connection.subscribe(INVALIDATION_SUBJECT, {
      callback: (error, message) => {
        if (error === null) this.drop(JSON.parse(message.string()) as Invalidation);
      },
    });
    connection.subscribe(KEYS_CHANGED_SUBJECT, { callback: () => this.forget() });
    void this.watch(connection);
  }

  /** Every credential is checked again, by keys that are fetched again. */
  private forget(): void {
    this.generation++;
    this.refused.clear();
    this.entries.clear();
    this.verifier.forget();
  }

  /** To a clock that was set, contexts from before are of the past or of the future: they are fetched again. */
  private followClock(): void {
    const offsetMs = Date.now() - performance.now();
    if (Math.abs(offsetMs - this.clockOffsetMs) > CLOCK_SET_MS) this.forget();
    this.clockOffsetMs = offsetMs;
  }

  /**
   * Throws `unauthorized`, or `unavailable` when iam cannot be asked: never the one for the other. `resource_exhausted`
   * when too many credentials of the address did not hold and this one is not known.
   */
  async caller(authorization: string | undefined, address: string): Promise<Caller> {
    const credential = /^bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    if (credential === undefined || credential.length > MAX_CREDENTIAL) throw unauthorized();
    const key = createHash('sha256').update(credential).digest('base64');
    this.followClock();
    const entry = this.entries.get(key);
    const nowMs = performance.now();
    if (entry !== undefined && entry.expiresAtMs - SAFETY_MS > nowMs) {
      if (entry.expiresAtMs - REFRESH_MS < nowMs && !entry.refreshing) {
        entry.refreshing = true;
        void this.ask(key, credential, address).catch(() => undefined);
      }
      return entry.caller;
    }
    if ((this.refused.get(key) ?? 0) > nowMs) throw unauthorized();
    return this.ask(key, credential, address);
  }

  private ask(key: string, credential: string, address: string): Promise<Caller> {
    let asking = this.pending.get(key);
    if (asking === undefined) {
      const resolving = this.limits.throttleFailures(address, key, () => this.resolve(key, credential));
      asking = resolving.finally(() => this.pending.delete(key));
      this.pending.set(key, asking);
    }
    return asking;
  }

  private async resolve(key: string, credential: string): Promise<Caller> {
    try {
      await this.checkLocally(credential);
      const { generation } = this;
      const reply = await this.rpc.call(authenticate, { credential });
      const expiresAtMs = performance.now() + reply.expiresAtMs - Date.now();
      const caller = { signed: reply.signed, context: await this.verifier.verify(reply.signed) };
      if (generation !== this.generation) {
        this.entries.delete(key);
        return caller;
      }
      if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
      this.entries.set(key, { caller, expiresAtMs, refreshing: false });
      return caller;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unauthorized') {
        this.entries.delete(key);
        if (this.refused.size >= MAX_REFUSED) this.refused.clear();
        this.refused.set(key, performance.now() + REFUSED_TTL_MS);
      }
      throw error;
    }
  }

  /** Forged and mistyped credentials end here, without a question to iam. */
  private async checkLocally(credential: string): Promise<void> {
    if (looksLikeApiToken(credential)) {
      if (apiTokenPrefix(credential) === undefined) throw unauthorized();
      return;
    }
    await verifyEs256(this.jwt, this.keys, credential, { issuer: SIGN_IN_ISSUER, audience: SIGN_IN_AUDIENCE });
  }

  private drop(invalidation: Invalidation): void {
    this.generation++;
    this.refused.clear();
    for (const [key, { caller }] of this.entries) {
      const { context } = caller;
      const hit =
        invalidation.everything ||
        context.credential_id === invalidation.credential_id ||
        context.subject === invalidation.subject ||
        context.organization_id === invalidation.organization_id;
      if (hit) this.entries.delete(key);
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'reconnect') this.forget();
    }
  }
}
