/** The pause of a loop that polls and is woken by news besides: the poll is the guarantee. */
export class InterruptibleSleep {
  private woken = false;
  private end: (() => void) | undefined;

  /** Ends the pause; called while there is none, it lets the next one end at once. */
  wake(): void {
    this.woken = true;
    this.end?.();
  }

  /** What it was woken for so far is handled now: it ends no pause any more. */
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
