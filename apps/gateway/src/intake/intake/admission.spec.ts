import { describe, expect, it } from 'vitest';
import { ServiceError } from '@spanwise/contracts/base/errors';
import { Admission, type BodyReservation } from './admission.js';

const MIB = 1024 * 1024;
const NOTHING_WRONG = { busConnected: true, projection: undefined };
const LEVEL = { replaying: false, lagMessages: 1, logFullness: 0, outboxRows: 0, ledgerImbalance: 0 };

/** An intake that takes a mebibyte every `msPerMib`, and as many senders as want to come in. */
class Intake {
  nowMs = 0;
  private senders = 0;
  private readonly inside: BodyReservation[] = [];
  readonly admission = new Admission(
    { inFlightBytes: 128 * MIB, maxLagMs: 10_000 },
    () => NOTHING_WRONG,
    () => this.nowMs,
  );

  /** Mebibytes in flight when the next one is refused, each of another organization. */
  fill(): number {
    for (;;) {
      try {
        const held = this.admission.enter(`organization ${this.senders++}`, MIB);
        held.arrived(MIB);
        held.complete();
        this.inside.push(held);
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
      this.inside.shift()?.release();
      this.fill();
    }
  }

  empty(): void {
    for (const held of this.inside.splice(0)) held.release();
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
      const held = intake.admission.enter('organization', 1);
      held.arrived(1);
      held.complete();
      intake.nowMs += 10_000;
      held.release();
    }
    expect(intake.fill()).toBe(128);
    intake.empty();
    expect(intake.admission.inFlightBytes).toBe(0);
  });
});

const FAR = { lagSeconds: 60 };

describe('while metrics lag, no organization waits for what another sends too much (INTAKE-7)', () => {
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
    for (const [organization, mib] of Object.entries(sent)) admission.took(organization, mib * MIB, 0);
    nowMs += laterMs;
    try {
      admission.enter(sender, 1_000).release();
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
    // One who lags for longer than the limit: those who have put in most are refused first.
    ['the one who floods, behind the limit', 'flood', { flood: 50, small: 0.01 }, FAR, 'unavailable'],
    ['who has sent a little, behind the limit', 'small', { flood: 50, small: 0.01 }, FAR, 'taken'],
    ['who has sent nothing yet, behind the limit', 'new', { flood: 50 }, FAR, 'taken'],
    ['the smaller of two, behind the limit', 'b', { a: 20, b: 8 }, FAR, 'unavailable'],
    ['the one who sends alone, behind the limit', 'a', { a: 50 }, FAR, 'unavailable'],
    ['one of many who send alike, behind the limit', 'a', { a: 5, b: 5, c: 5, d: 5, e: 5 }, FAR, 'unavailable'],
    ['while nothing was sent, behind the limit', 'new', {}, FAR, 'unavailable'],
    ['who sent a little, half a minute ago', 'small', { flood: 50, small: 0.01 }, { ...FAR, laterMs: 30_000 }, 'taken'],
    ['who flooded half a minute ago', 'flood', { flood: 50, small: 0.01 }, { laterMs: 30_000 }, 'taken'],
  ])('%s', (_, sender, sent, more, answer) => {
    expect(answerTo(sender, sent as Record<string, number>, more)).toBe(answer);
  });

  it('counts what records cost, and not their bytes alone', () => {
    const admission = new Admission({ inFlightBytes: 128 * MIB, maxLagMs: 10_000 }, () => ({
      busConnected: true,
      projection: { ...LEVEL, lagSeconds: 60 },
    }));
    admission.took('empty', 1_000, 500_000);
    admission.took('bytes', 20 * MIB, 1);
    expect(() => admission.enter('empty', 1)).toThrow(expect.objectContaining({ reason: 'processing' }));
    admission.enter('bytes', 1);
  });
});

describe('bytes count as they arrive (INTAKE-10)', () => {
  const admissionOf = () => {
    const intake = new Intake();
    return { intake, enter: (organization: string, bytes: number) => intake.admission.enter(organization, bytes) };
  };

  it('one stalled body does not close intake: what it announces is not reserved', () => {
    const { intake, enter } = admissionOf();
    for (let stalled = 0; stalled < 1_000; stalled++) enter('stalling', 16 * MIB);
    expect(intake.admission.inFlightBytes).toBe(0);
    expect(intake.fill()).toBe(128);
  });

  it('what has come of stalled bodies takes memory, and no part in how long others wait', () => {
    const { intake, enter } = admissionOf();
    intake.fill();
    intake.work(200, 5_000);
    intake.empty();
    enter('stalling', 16 * MIB).arrived(15 * MIB);
    expect(intake.fill()).toBe(8);
    expect(intake.admission.inFlightBytes).toBe((8 + 15) * MIB);
  });

  it('a body that trickles says nothing of the rate at which bytes leave', () => {
    const { intake, enter } = admissionOf();
    const trickling = enter('trickling', 16 * MIB);
    for (let piece = 0; piece < 100; piece++) {
      intake.nowMs += 1_000;
      trickling.arrived(1);
      const held = enter('organization', 1);
      held.arrived(1);
      held.complete();
      held.release();
    }
    expect(intake.fill()).toBe(127);
  });

  it('bodies together are never more than the limit, whatever they announced', () => {
    const { intake, enter } = admissionOf();
    const bodies = Array.from({ length: 100 }, (_, at) => enter(`organization ${at}`, 0));
    const arrive = () => bodies.forEach((held) => held.arrived(MIB));
    arrive();
    expect(arrive).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    expect(intake.admission.inFlightBytes).toBe(128 * MIB);
  });

  it('one organization has half of the memory, and half of whatever is worth waiting for', () => {
    const { intake, enter } = admissionOf();
    const bodies = Array.from({ length: 5 }, () => enter('large', 16 * MIB));
    for (const held of bodies.slice(0, 4)) held.arrived(16 * MIB);
    expect(() => bodies[4]!.arrived(1)).toThrow(expect.objectContaining({ kind: 'resource_exhausted' }));
    for (const held of bodies) held.release();
    intake.fill();
    intake.work(200, 5_000);
    intake.empty();
    const first = enter('large', 3 * MIB);
    first.arrived(3 * MIB);
    first.complete();
    expect(() => enter('large', 2 * MIB)).toThrow(expect.objectContaining({ kind: 'resource_exhausted' }));
    enter('other', 4 * MIB);
  });

  it('a body that is alone always comes in, and gives back what it has, once', () => {
    const { intake, enter } = admissionOf();
    const held = enter('alone', 200 * MIB);
    held.arrived(100 * MIB);
    held.arrived(100 * MIB);
    held.complete();
    held.release();
    held.release();
    held.arrived(MIB);
    expect(intake.admission.inFlightBytes).toBe(0);
    expect(intake.fill()).toBe(128);
  });
});
