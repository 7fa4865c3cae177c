import type { NatsConnection } from 'nats';
import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { licenseState, type Edition, type LicenseState } from '@spanwise/contracts/iam/license';
import { INVALIDATION_SUBJECT, type Invalidation } from '@spanwise/contracts/authz/invalidation';
import { Empty } from '@spanwise/contracts/authz/rpc';

const FIRST_ASK_MS = 1_000;
const ASK_AGAIN_MS = 30_000;

/** The licence as this process knows it: asked for at iam's word and twice a minute; the last answer counts. */
export class InstalledLicense {
  private state: LicenseState | undefined;
  private askedAtMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly rpc: RpcClient) {}

  listen(connection: NatsConnection): void {
    connection.subscribe(INVALIDATION_SUBJECT, {
      callback: (error, message) => {
        if (error === null && (message.json() as Invalidation).everything) void this.ask();
      },
    });
    this.timer = setInterval(() => {
      if (this.state === undefined || performance.now() - this.askedAtMs > ASK_AGAIN_MS) void this.ask();
    }, FIRST_ASK_MS);
    void this.ask();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  get edition(): Edition {
    return this.isExpired() ? 'oss' : (this.state?.edition ?? 'oss');
  }

  get maxIngestBytesPerDay(): number | undefined {
    return this.state?.max_ingest_bytes_per_day;
  }

  /** Why no telemetry is taken, or undefined. */
  intakeRefusal(): ServiceError | undefined {
    return this.isExpired()
      ? new ServiceError('payment_required', 'The licence of this installation has expired.')
      : undefined;
  }

  private isExpired(): boolean {
    const expires = this.state?.expires_at_micros;
    return expires !== undefined && expires <= Date.now() * 1_000;
  }

  private async ask(): Promise<void> {
    this.askedAtMs = performance.now();
    // Without an answer the last one goes on; the next round asks again.
    this.state = await this.rpc.call(licenseState, new Empty()).catch(() => this.state);
  }
}
