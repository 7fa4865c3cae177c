/** How fast the reader of a stream has to be while others wait for its place (QUERY-10). */
import { ServiceError } from '@spanwise/contracts/base/errors';

export interface PaceLimits {
  bytesPerSecond: number;
  /** Beside the time that its bytes give it. */
  graceMs: number;
  tickMs: number;
}

const LIMITS: PaceLimits = { bytesPerSecond: 128 * 1024, graceMs: 5_000, tickMs: 250 };

/**
 * Counts the time for which a reader keeps a stream waiting while others wait for a place. Bytes that it takes give it
 * time; one that has used up more than it has is too slow. Time in which no other waits is free.
 */
export class ReaderPace {
  private heldMs = 0;
  private takenBytes = 0;
  private isHeld = false;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly othersWait: () => boolean,
    private readonly tooSlow: (error: ServiceError) => void,
    private readonly limits = LIMITS,
  ) {
    this.timer = setInterval(() => this.tick(), limits.tickMs);
  }

  /** `taking` resolves once the reader has taken the bytes. */
  async take(bytes: number, taking: Promise<void> | void): Promise<void> {
    this.isHeld = true;
    try {
      await taking;
      this.takenBytes += bytes;
    } finally {
      this.isHeld = false;
    }
  }

  end(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const { tickMs, graceMs, bytesPerSecond } = this.limits;
    if (!this.isHeld || !this.othersWait()) return;
    this.heldMs += tickMs;
    if (this.heldMs > graceMs + (this.takenBytes / bytesPerSecond) * 1_000) this.tooSlow(readTooSlowly());
  }
}

const readTooSlowly = (): ServiceError =>
  new ServiceError(
    'resource_exhausted',
    'The answer was read too slowly while other queries waited for its place: read faster, or ask for a search job.',
    undefined,
    1,
  );
