/** Pauses between attempts that fail: each twice as long as the one before, up to the longest. */
export class Backoff {
  private nextMs: number;

  constructor(
    private readonly shortestMs: number,
    private readonly longestMs: number,
  ) {
    this.nextMs = shortestMs;
  }

  /** An attempt has succeeded: the next pause is the shortest again. */
  reset(): void {
    this.nextMs = this.shortestMs;
  }

  async pause(): Promise<void> {
    const { nextMs } = this;
    await new Promise((resolve) => setTimeout(resolve, nextMs));
    this.nextMs = Math.min(nextMs * 2, this.longestMs);
  }
}
