import type { RpcClient } from '@spanwise/bus/rpc-client';
import { ServiceError, tooManyRequests } from '@spanwise/contracts/base/errors';
import { Empty } from '@spanwise/contracts/authz/rpc';
import { DAY_MICROS, dayOfMicros, dayText, usageToday, type UsageToday } from '@spanwise/contracts/telemetry/usage';

const ASK_MS = 5_000;

/**
 * The bytes of the day as the ledger has them, asked for every few seconds: a cap is overrun by what comes in between, and
 * by nothing after it. Without an answer nothing is refused: the ledger counts all the same.
 */
export class DailyIntake {
  private known: UsageToday | undefined;
  private total = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly rpc: RpcClient,
    private readonly nowMicros: () => number = () => Date.now() * 1_000,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.ask(), ASK_MS);
    void this.ask();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Why no more of today's telemetry is taken: 402 beyond the licence's cap, which is over all organizations, and 429 beyond
   * the organization's own quota. In bytes.
   */
  refusal(organizationId: string, cap: number | undefined, quota: number | undefined): ServiceError | undefined {
    const nowMicros = this.nowMicros();
    if (this.known?.day !== dayText(dayOfMicros(nowMicros))) return undefined;
    if (quota !== undefined && (this.known.bytes[organizationId] ?? 0) >= quota) {
      const leftSeconds = Math.ceil((DAY_MICROS - (nowMicros % DAY_MICROS)) / 1_000_000);
      return tooManyRequests('The organization has sent as much as it may in a day.', leftSeconds, {
        name: 'ingest_bytes_per_day',
        quota,
        windowSeconds: DAY_MICROS / 1_000_000,
      });
    }
    return cap !== undefined && this.total >= cap
      ? new ServiceError('payment_required', 'The licence of this installation covers no more telemetry today.')
      : undefined;
  }

  private async ask(): Promise<void> {
    const answer = await this.rpc.call(usageToday, new Empty()).catch(() => undefined);
    if (answer === undefined) return;
    this.known = answer;
    this.total = Object.values(answer.bytes).reduce((sum, bytes) => sum + bytes, 0);
  }
}
