import { describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/errors';
import { Admission } from './admission.js';

const MIB = 1024 * 1024;
const NOTHING_WRONG = { busConnected: true, projection: undefined };
const LEVEL = { replaying: false, lagMessages: 1, logFullness: 0, outboxRows: 0, ledgerImbalance: 0 };

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

describe('while figures lag, nobody waits for what another sends too much (INTAKE-7)', () => {
  /** What `sender` is answered after so many mebibytes of each organization, one after another. */
  function answerTo(sender: string, sent: Record<string, number>, { lagSeconds = 2, laterMs = 0 } = {}): string {
    let nowMs = 0;
    const projection = { ...LEVEL, lagSeconds };
    const limits = { inFlightBytes: 128 * MIB, maxLagMs: 10_000 };
    const admission = new Admission(
      limits,
      () => ({ busConnected: true, projection }),
      () => nowMs,
    );
    for (const [organization, mib] of Object.entries(sent)) admission.took(organization, mib * MIB);
    nowMs += laterMs;
    try {
      admission.enter(sender, 1_000)();
      return 'taken';
    } catch (error) {
      expect(error).toMatchObject({ retryAfterSeconds: expect.any(Number) });
      return (error as ServiceError).kind;
    }
  }

  it.each([
    ['the one who floods', 'flood', { flood: 50, small: 0.01 }, {}, 'resource_exhausted'],
    ['who waits behind it', 'small', { flood: 50, small: 0.01 }, {}, 'taken'],
    ['who has sent nothing yet', 'new', { flood: 50 }, {}, 'taken'],
    ['the one who floods alone', 'flood', { flood: 50 }, {}, 'taken'],
    ['the one who floods while figures are new', 'flood', { flood: 50, small: 0.01 }, { lagSeconds: 0.5 }, 'taken'],
    ['each of three who flood', 'b', { a: 20, b: 20, c: 20, small: 0.01 }, {}, 'resource_exhausted'],
    ['one of many who send as much', 'a', { a: 20, b: 20, c: 20, d: 20, e: 20 }, {}, 'taken'],
    ['who sends most of little', 'a', { a: 0.5, small: 0.01 }, {}, 'taken'],
    ['who flooded half a minute ago', 'flood', { flood: 50, small: 0.01 }, { laterMs: 30_000 }, 'taken'],
  ])('%s', (_, sender, sent, more, answer) => {
    expect(answerTo(sender, sent as Record<string, number>, more)).toBe(answer);
  });
});
