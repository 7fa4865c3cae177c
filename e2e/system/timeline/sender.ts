/** Sends a steady stream of spans that start as they are sent, and writes down what was sent and what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import { post, type Sending } from '../crash/client.js';
import { makeSpan, type SpanUnit } from '../crash/workload.js';
import type { SentBatch } from './record.js';

const EVERY_MS = 100;
const SPANS = 3;
/** One batch in so many is older than the lateness horizon. */
const LATE_EVERY = 20;
const LATE_MS = 4 * 3_600_000;
/** Share of acknowledged batches that are sent once more. */
const REPEATED = 0.1;
const MAX_UNDER_WAY = 40;
const LONGEST_WAIT_MS = 1_000;
const MINUTE_MS = 60_000;

export class Sender {
  readonly batches: SentBatch[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private stopped = false;

  constructor(
    private readonly sending: Sending,
    private readonly random: Random,
  ) {}

  /** Until `stop`. Rejects when a request is refused for good. */
  async run(): Promise<void> {
    for (let count = 1; !this.stopped; count++) {
      if (this.underWay.size < MAX_UNDER_WAY) {
        const late = count % LATE_EVERY === 0;
        const sent = this.send(Date.now() - (late ? LATE_MS : 0), late ? 1 : SPANS, late);
        this.underWay.add(sent);
        void sent.finally(() => this.underWay.delete(sent)).catch(() => undefined);
      }
      await sleep(EVERY_MS);
    }
    await Promise.all(this.underWay);
  }

  /** No new spans; those that nobody has acknowledged are sent until somebody does. */
  stop(): void {
    this.stopped = true;
  }

  /** One batch of spans that start at `startMs`, sent until it is acknowledged. */
  async send(startMs: number, spans: number, late = false): Promise<void> {
    const start = BigInt(startMs) * 1_000_000n;
    const units: SpanUnit[] = Array.from({ length: spans }, () => ({
      service: 'timeline',
      span: makeSpan(this.random, start, this.random.chance(0.05)),
    }));
    const batch: SentBatch = { minute: Math.floor(startMs / MINUTE_MS), spans, late, attemptsMs: [] };
    this.batches.push(batch);
    const attempt = () => {
      batch.attemptsMs.push(Date.now());
      return post(units, this.sending);
    };
    for (;;) {
      const outcome = await attempt();
      if (outcome.taken) break;
      await sleep(Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS));
    }
    batch.ackedMs = Date.now();
    if (this.random.chance(REPEATED)) await attempt();
  }
}
