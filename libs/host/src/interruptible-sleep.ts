/** The pause of a loop that polls and is told of news besides: the poll is the guarantee. */
export class InterruptibleSleep {
  private woken = false;
  private end: (() => void) | undefined;

  /** Ends the pause; told while there is none, it lets the next one end at once. */
  wake(): void {
    this.woken = true;
    this.end?.();
  }

  /** What was told so far is being looked at now: it ends no pause any more. */
  clear(): void {
    this.woken = false;
  }

  async wait(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.end = undefined;
    }
    this.woken = false;
  }
}
