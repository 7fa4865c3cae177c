import type { Turn } from '../../db/organization-transactions.js';

/**
 * One step on the way of an event, in the turn of one organization: it gets what the stage before it made and makes what the
 * next one gets. What it needs besides was given to it when it was made.
 *
 *     publish → plan → (outbox) → take → send → record
 *
 * `publish` and `plan` share the transaction of the event's cause. The outbox is what a kill cannot undo: whatever
 * lies behind it runs in any worker, as often as it takes.
 */
export type Stage<In, Out> = (turn: Turn, input: In) => Promise<Out>;
