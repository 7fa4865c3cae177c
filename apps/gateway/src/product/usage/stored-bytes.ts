import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { MAX_STORED_BYTES_OF, storedBytes } from '@spanwise/contracts/telemetry/usage';

const ASK_MS = 5_000;
/** An organization that has sent nothing for so long is not asked about any more. */
const FORGOTTEN_MS = 600_000;

interface Watched {
  seenMs: number;
  bytes: number | undefined;
}

/**
 * What organizations with a quota have stored, asked for every few seconds while they send: a quota is overrun by what comes
 * in between, and what is refused is taken again once retention or a deletion has made room. Without an answer nothing is
 * refused.
 */
export class StoredBytes {
  private readonly watched = new Map<string, Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.ask([...this.watched.keys()]), ASK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Why no more is taken: 413 from the quota on, in bytes. */
  refusal(organizationId: string, quota: number | undefined): ServiceError | undefined {
    if (quota === undefined) return undefined;
    const known = this.watched.get(organizationId);
    this.watched.set(organizationId, { seenMs: this.nowMs(), bytes: known?.bytes });
    if (known === undefined) void this.ask([organizationId]);
    if (known?.bytes === undefined || known.bytes < quota) return undefined;
    return new ServiceError(
      'payload_too_large',
      'The organization has stored as much as it may: more is taken once retention or a deletion has made room.',
    );
  }

  private async ask(organizationIds: readonly string[]): Promise<void> {
    const nowMs = this.nowMs();
    const asked = organizationIds.filter((id) => nowMs - this.watched.get(id)!.seenMs < FORGOTTEN_MS);
    for (const id of organizationIds) if (!asked.includes(id)) this.watched.delete(id);
    for (let at = 0; at < asked.length; at += MAX_STORED_BYTES_OF) {
      const organization_ids = asked.slice(at, at + MAX_STORED_BYTES_OF);
      const answer = await this.rpc.call(storedBytes, { organization_ids }).catch(() => undefined);
      if (answer === undefined) return;
      for (const id of organization_ids) {
        const known = this.watched.get(id);
        if (known !== undefined) known.bytes = answer[id] ?? 0;
      }
    }
  }
}
