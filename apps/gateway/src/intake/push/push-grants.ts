import { createHash } from 'node:crypto';
import type { NatsConnection } from 'nats';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError, unauthorized } from '@spanwise/contracts/base/errors';
import { authenticatePush, isPushToken, type PushGrant } from '@spanwise/contracts/iam/push-connectors';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';

const MAX_ENTRIES = 10_000;
/** As long as a context may be used without a word of iam. */
const KEPT_MS = 23_000;
const REFUSED_MS = 1_000;

interface Entry {
  grant: PushGrant | undefined;
  untilMs: number;
}

/** From the token of a push connector to what it may do; iam decides, and its answer is kept as a context is. */
export class PushGrants {
  private readonly entries = new Map<string, Entry>();
  /** Rises with every word of iam: an answer that was under way meanwhile may be from before it. */
  private generation = 0;

  constructor(private readonly rpc: RpcClient) {}

  listen(connection: NatsConnection): void {
    connection.subscribe(INVALIDATION_SUBJECT, {
      callback: (error, message) => {
        if (error === null) this.drop(message.json());
      },
    });
    void this.watch(connection);
  }

  /** Throws `unauthorized` for every fault alike, `unavailable` when iam cannot be asked. */
  async grant(token: string): Promise<PushGrant> {
    if (!isPushToken(token)) throw unauthorized();
    const key = createHash('sha256').update(token).digest('base64');
    const known = this.entries.get(key);
    if (known !== undefined && known.untilMs > performance.now()) {
      if (known.grant === undefined) throw unauthorized();
      return known.grant;
    }
    const { generation } = this;
    const grant = await this.rpc.call(authenticatePush, { token }).catch((error: unknown) => {
      if (error instanceof ServiceError && error.kind === 'unauthorized') return undefined;
      throw error;
    });
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    const untilMs = performance.now() + (grant === undefined ? REFUSED_MS : KEPT_MS);
    if (generation === this.generation) this.entries.set(key, { grant, untilMs });
    if (grant === undefined) throw unauthorized();
    return grant;
  }

  private drop({ credential_id: id, organization_id: organization, everything }: Invalidation): void {
    this.generation++;
    for (const [key, { grant }] of this.entries) {
      const hit = everything || grant?.connector_id === id || grant?.organization_id === organization;
      if (hit || grant === undefined) this.entries.delete(key);
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type !== 'reconnect') continue;
      this.generation++;
      this.entries.clear();
    }
  }
}
