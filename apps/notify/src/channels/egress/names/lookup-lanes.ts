interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** At most so many lookups of one organization at once (DELIVERY-31); the next ones wait for a place, and for no other organization. */
export class LookupLanes {
  private readonly lanes = new Map<string, Lane>();

  constructor(private readonly atOnce: number) {}

  /** Rejects with the reason of `signal` when that ends the wait. */
  async run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const lane = this.lanes.get(name) ?? { running: 0, waiting: [] };
    this.lanes.set(name, lane);
    await this.enter(lane, signal);
    try {
      return await work();
    } finally {
      this.leave(name, lane);
    }
  }

  private async enter(lane: Lane, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (lane.running < this.atOnce) {
      lane.running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      // A lookup that ends hands on the place.
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        lane.waiting.splice(lane.waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      lane.waiting.push(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private leave(name: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    lane.running--;
    if (lane.running === 0) this.lanes.delete(name);
  }
}
