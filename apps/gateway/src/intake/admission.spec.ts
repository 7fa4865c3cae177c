import { describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/errors';
import { Admission } from './admission.js';

const MIB = 1024 * 1024;
const NOTHING_WRONG = { busConnected: true, projection: undefined };

/** An intake that takes a mebibyte every `msPerMib`, and as many senders as want to come in. */
class Intake {
  nowMs = 0;
  private senders = 0;
  private readonly inside: (() => void)[] = [];
  readonly admission = new Admission(
    { inFlightBytes: 128 * MIB, maxLagMs: 10_000 },
    () => NOTHING_WRONG,
    () => this.nowMs,
  );

  /** Mebibytes in flight when the next one is refused, each of another organization. */
  fill(): number {
    for (;;) {
      try {
        this.inside.push(this.admission.enter(`organization ${this.senders++}`, MIB));
      } catch (error) {
        expect(error).toMatchObject({ kind: 'unavailable', retryAfterSeconds: expect.any(Number) });
        expect(error).toBeInstanceOf(ServiceError);
        return this.inside.length;
      }
    }
  }

  /** Works on what is inside, oldest first, and always has more. */
  work(mib: number, msPerMib: number): void {
    for (let done = 0; done < mib; done++) {
      this.nowMs += msPerMib;
      this.inside.shift()?.();
      this.fill();
    }
  }

  empty(): void {
    for (const leave of this.inside.splice(0)) leave();
  }
}

describe('what comes in waits three seconds at most', () => {
  it.each([
    { msPerMib: 200, mibInFlight: 15 },
    { msPerMib: 100, mibInFlight: 30 },
    { msPerMib: 30, mibInFlight: 100 },
  ])('at $msPerMib ms a mebibyte $mibInFlight MiB are worth waiting for', ({ msPerMib, mibInFlight }) => {
    const intake = new Intake();
    expect(intake.fill()).toBe(128);
    intake.work(400, msPerMib);
    expect(intake.fill()).toBeGreaterThanOrEqual(mibInFlight - 1);
    expect(intake.fill()).toBeLessThanOrEqual(mibInFlight + 1);
  });

  it('but some are always taken, however slowly they leave', () => {
    const intake = new Intake();
    intake.fill();
    intake.work(200, 5_000);
    expect(intake.fill()).toBe(8);
  });

  it('and a rate that was measured on an idle intake says nothing', () => {
    const intake = new Intake();
    for (let request = 0; request < 20; request++) {
      const leave = intake.admission.enter('organization', 1);
      intake.nowMs += 10_000;
      leave();
    }
    expect(intake.fill()).toBe(128);
    intake.empty();
    expect(intake.admission.inFlightBytes).toBe(0);
  });
});
