/** The time, so that tests can move it. */
export class Clock {
  nowMs(): number {
    return Date.now();
  }
}
