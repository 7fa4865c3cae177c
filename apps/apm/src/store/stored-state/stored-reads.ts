/** How far what is stored goes, asked beside a read of it (QUERY-15 to QUERY-17, ADR 0031). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Completeness } from '@spanwise/contracts/telemetry/query';
import { ServiceError } from '@spanwise/contracts/base/errors';
import type { ReadStoredState, ShardAsked, ShardStored, StoredState } from '@spanwise/contracts/log/stored-state';
import type { Signal } from '@spanwise/segments/columns';
import { lackedIn, storedCompleteness } from './not-stored.js';

const WAIT_STEP_MS = 100;
const LONGEST_STEP_MS = 1_000;
/** Answers of one organization that wait at once. */
const MAX_WAITING = 50;
const SIGNALS: ReadonlySet<Signal> = new Set(['traces', 'logs', 'metrics']);

export interface StoredPorts {
  ask: (asked: ReadStoredState) => Promise<StoredState>;
  /** Newest manifest that the catalogue has entered, by shard. */
  entered: () => Promise<ReadonlyMap<number, number>>;
  shards: number;
}

/** One read: what it may lack is what was acknowledged and is not in the catalogue when it begins to look there. */
export class StoredRead {
  private begun: Promise<void> | undefined;
  private state: Promise<StoredState | undefined> = Promise.resolve(undefined);
  private beganMicros = 0;
  private readonly signals = new Set<Signal>();
  private hasOthers = false;

  constructor(private readonly ask: () => Promise<{ state: Promise<StoredState | undefined> }>) {}

  /** Before the catalogue is looked at; the first time counts. */
  begin(): Promise<void> {
    return (this.begun ??= this.start());
  }

  private async start(): Promise<void> {
    this.beganMicros = Date.now() * 1_000;
    this.state = (await this.ask()).state;
  }

  /** The read is of these signals too. */
  reads(signals: Iterable<Signal>): void {
    for (const signal of signals) this.signals.add(signal);
  }

  /** And of streams of other organizations, of which nothing is asked. */
  readsOthers(): void {
    this.hasOthers = true;
  }

  async completeness(range: { fromMicros: number; toMicros: number }): Promise<Completeness> {
    await this.begin();
    const said = storedCompleteness(await this.state, range, this.signals, this.beganMicros);
    if (this.hasOthers) delete said.stored_to_micros;
    return said;
  }
}

export class StoredReads {
  private readonly waiting = new Map<string, number>();

  constructor(private readonly ports: StoredPorts) {}

  /** A read that begins when it first looks at the catalogue. */
  of(organizationId: string): StoredRead {
    return new StoredRead(() => this.asking(organizationId));
  }

  /**
   * Resolves once everything of the range can be read that was acknowledged before, or when the time is over. Throws
   * `resource_exhausted` where too many of the organization wait already.
   */
  async wait(
    organizationId: string,
    range: { fromMicros: number; toMicros: number },
    waitForMs: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (!waitForMs) return;
    const others = this.waiting.get(organizationId) ?? 0;
    if (others >= MAX_WAITING)
      throw new ServiceError(
        'resource_exhausted',
        `${MAX_WAITING} answers of the organization wait for what is not stored yet: ask again, or without wait_for.`,
        undefined,
        1,
      );
    this.waiting.set(organizationId, others + 1);
    try {
      await this.waitUntilStored(organizationId, range, waitForMs, signal);
    } finally {
      const left = this.waiting.get(organizationId)! - 1;
      if (left === 0) this.waiting.delete(organizationId);
      else this.waiting.set(organizationId, left);
    }
  }

  private async waitUntilStored(
    organizationId: string,
    range: { fromMicros: number; toMicros: number },
    waitForMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const untilMs = performance.now() + waitForMs;
    let known: StoredState | undefined;
    for (let stepMs = WAIT_STEP_MS; !signal.aborted; stepMs = Math.min(2 * stepMs, LONGEST_STEP_MS)) {
      known = (await (await this.asking(organizationId, known)).state) ?? known;
      if (known !== undefined && lackedIn(known, range, SIGNALS).length === 0) return;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return;
      await sleep(Math.min(stepMs, leftMs), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves once the catalogue's own position is known; the answer of the projector comes later. */
  private async asking(
    organizationId: string,
    known?: StoredState,
  ): Promise<{ state: Promise<StoredState | undefined> }> {
    const entered = await this.ports.entered().catch(() => undefined);
    if (entered === undefined) return { state: Promise.resolve(undefined) };
    const shards = Array.from({ length: this.ports.shards }, (_, shard): ShardAsked => {
      const before = known?.shards.find((one) => one.shard === shard);
      return { shard, entered: entered.get(shard) ?? 0, ...(before && boundsOf(before)) };
    });
    const state = this.ports.ask({ organization_id: organizationId, shards }).catch(() => undefined);
    return { state };
  }
}

/** A reader waits for what was there at first, and not for what has come since. */
const boundsOf = ({ epoch, seq, manifest }: ShardStored): Partial<ShardAsked> => ({
  epoch,
  seq,
  ...(manifest !== undefined && { manifest }),
});
