/**
 * The `start_at` that clients see (ALERT-63): pure. They reckon in periods of fixed length from it, so that a beginning
 * long ago would be an hour wrong for them since the clocks were changed. Times are microseconds of 1970.
 */
import { Handoffs, type Rotation } from './handoffs.js';

/**
 * A moment from which periods of fixed length lead to who is on call now and to every handoff until the clocks change next:
 * the latest handoff to the first member where they have not changed since. Before the first handoff that one.
 */
export function servedStart(rotation: Rotation, zone: string, nowMicros: number): number {
  const handoffs = new Handoffs(rotation, zone);
  const number = handoffs.lastNumber(nowMicros);
  if (number < 0) return rotation.first_start_at;
  const { periodMicros: period } = handoffs;
  const turn = number % rotation.members.length;
  const byNext = handoffs.at(number + 1) - (turn + 1) * period;
  // A period that is longer than others has begun too early for that: then the handoff behind us counts.
  return byNext + turn * period <= nowMicros ? byNext : handoffs.at(number) - turn * period;
}

/** A rotation as it is sent. */
export type SentRotation = Omit<Rotation, 'first_start_at'> & {
  start_at: number;
  first_start_at?: number;
  served_start_at?: number;
};

/**
 * The first handoff of a sent rotation. A `start_at` as it was served says that nothing of it was changed: the rotation goes
 * on as it was, with the first member's turn where it says, so that a changed number of members is as its sender saw it.
 */
export function firstStart(
  sent: SentRotation,
  stored: Rotation | undefined,
  zones: { before?: string; now: string },
): number {
  const isServed =
    stored !== undefined &&
    sent.start_at === sent.served_start_at &&
    sent.first_start_at === stored.first_start_at &&
    JSON.stringify(sent.kind) === JSON.stringify(stored.kind) &&
    zones.before === zones.now;
  if (!isServed) return sent.start_at;
  const handoffs = new Handoffs(stored, zones.now);
  const turn = Math.max(0, Math.round((sent.start_at - stored.first_start_at) / handoffs.periodMicros));
  const count = sent.members.length;
  let number = turn % count;
  // The time of day is taken from the first handoff: not from one that the clocks have moved.
  while (!handoffs.isOnTime(number)) number += count;
  return number <= turn ? handoffs.at(number) : sent.start_at;
}
