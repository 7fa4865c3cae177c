/** Sends until everything is acknowledged, as OTLP says; batches again whatever it repeats, and repeats some of what was taken. */
import { setTimeout as sleep } from 'node:timers/promises';
import { post, type Outcome, type Sending } from './client.js';
import type { SpanUnit } from './workload.js';

const MAX_UNITS = 60;
const LONGEST_WAIT_MS = 2_000;
/** Share of taken requests whose spans are sent once more, in other company. */
const REPEATED = 0.06;
const GIVE_UP_MS = 180_000;
const IDLE_MS = 5;

/** A span with what became of it, milliseconds since the epoch. */
export interface SentUnit extends SpanUnit {
  attemptsMs: number[];
  /** When a client had the 200 in its hands; undefined while it has not. */
  ackedMs?: number;
}

/** The product takes nothing, or does not come to rest. */
export class GaveUp extends Error {}

export class Sender {
  readonly sent: SentUnit[] = [];
  acked = 0;
  /** Bytes of the requests that were taken, as they were sent. */
  takenBytes = 0;
  /** Refusals that did not say when to come back: each is a fault of the product. */
  withoutRetryAfter = 0;
  private readonly queue: SentUnit[] = [];
  private readonly again: SentUnit[] = [];
  private readonly connections: Promise<void>[];
  private underWay = 0;
  private isEnding = false;
  private failure: unknown;
  private takenAtMs = performance.now();

  constructor(
    private readonly sending: Sending,
    connections = 4,
  ) {
    this.connections = Array.from({ length: connections }, () => this.connection());
    for (const one of this.connections) one.catch((error: unknown) => (this.failure ??= error));
  }

  /** Spans that are not acknowledged. */
  get open(): number {
    return this.sent.length - this.acked;
  }

  add(units: readonly SpanUnit[]): void {
    if (this.open === 0) this.takenAtMs = performance.now();
    const added = units.map((unit) => ({ ...unit, attemptsMs: [] }));
    for (const unit of added) {
      this.sent.push(unit);
      this.queue.push(unit);
    }
  }

  /** Waits until so many spans are acknowledged. Throws when a request is refused for good. */
  async untilAcked(spans: number): Promise<void> {
    while (this.acked < spans) {
      if (this.failure !== undefined) throw this.failure;
      await sleep(IDLE_MS);
    }
  }

  /** Ends when everything is acknowledged. */
  async finish(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.connections);
  }

  abort(): void {
    this.failure ??= new GaveUp('the run was ended');
  }

  private async connection(): Promise<void> {
    const { random } = this.sending;
    while (!this.isEnding || this.queue.length + this.again.length + this.underWay > 0) {
      if (this.failure !== undefined) throw this.failure;
      const batch = this.next();
      if (batch.length === 0) {
        await sleep(IDLE_MS);
        continue;
      }
      this.underWay++;
      for (const unit of batch) unit.attemptsMs.push(Date.now());
      const outcome = await post(batch, this.sending).finally(() => this.underWay--);
      if (outcome.taken) this.note(batch, outcome);
      else await this.refused(batch, outcome);
      if (outcome.taken && random.chance(REPEATED)) this.again.push(...batch);
    }
  }

  private next(): SentUnit[] {
    const { random } = this.sending;
    const size = random.int(1, MAX_UNITS);
    const repeats = this.again.splice(0, random.int(0, Math.min(size, this.again.length)));
    return [...repeats, ...this.queue.splice(0, size - repeats.length)];
  }

  private note(batch: SentUnit[], { bytes }: Outcome): void {
    this.takenAtMs = performance.now();
    this.takenBytes += bytes;
    for (const unit of batch.filter(({ ackedMs }) => ackedMs === undefined)) {
      unit.ackedMs = Date.now();
      this.acked++;
    }
  }

  /** What was not answered with 200 goes out again among other spans: another request, another batch. */
  private async refused(batch: SentUnit[], { status, saysWhen, retryAfterMs, text }: Outcome): Promise<void> {
    if (status !== 0 && !saysWhen) this.withoutRetryAfter++;
    if (performance.now() - this.takenAtMs > GIVE_UP_MS)
      throw new GaveUp(`nothing was taken for ${GIVE_UP_MS / 1_000} s: ${status} ${text.slice(0, 300)}`);
    this.again.push(...batch);
    await sleep(Math.min(retryAfterMs, LONGEST_WAIT_MS) * (0.5 + this.sending.random.next() / 2));
  }
}

const EVERY_MS = 100;
/** An outage is not made up for: so much may wait for its end. */
const BACKLOG_SECONDS = 4;

/** Adds spans at a pace, so that faults meet a running stream; returns how it ends. */
export function stream(sender: Sender, spansPerSecond: number, make: (count: number) => SpanUnit[]): () => void {
  const timer = setInterval(() => {
    if (sender.open < BACKLOG_SECONDS * spansPerSecond)
      sender.add(make(Math.ceil((spansPerSecond * EVERY_MS) / 1_000)));
  }, EVERY_MS);
  return () => clearInterval(timer);
}
