/** Large spans that fill the log. They are counted like all others: in a namespace of their own. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { post, type Sending } from './client.js';
import type { SpanUnit } from './workload.js';

const BATCH = 100;
const PADDING_BYTES = 4_096;
const CONNECTIONS = 4;
/** Refusals in a row, over all connections, after which the log is full for good. */
const ENOUGH_REFUSALS = 12;
const LONGEST_FILL_MS = 60_000;
const FULL = /nearly full|does not take data/;

export class Filler {
  /** Batches that nobody has said are stored. */
  private readonly open: SpanUnit[][] = [];
  private sentSpans = 0;

  constructor(
    private readonly sending: Sending,
    private readonly endMicros: number,
  ) {}

  /** Spans that must be counted in the end. */
  get spans(): number {
    return this.sentSpans;
  }

  get namespace(): string {
    return this.sending.namespace;
  }

  /**
   * Sends until nothing more is taken, and says what the last refusal said: while nobody reads the log, a slow machine may
   * refuse for another reason before the log is full. Undefined when everything is taken still after a long time.
   */
  async fillUp(wrong: string[]): Promise<{ full: boolean; says: string } | undefined> {
    const deadline = performance.now() + LONGEST_FILL_MS;
    let refusals = 0;
    let last = { full: false, says: '' };
    const connection = async (): Promise<void> => {
      while (refusals < ENOUGH_REFUSALS && performance.now() < deadline) {
        const batch = this.newBatch();
        const outcome = await post(batch, this.sending);
        if (outcome.taken) refusals = 0;
        else {
          this.open.push(batch);
          refusals++;
          last = { full: FULL.test(outcome.text), says: outcome.text };
          if (outcome.status !== 503 || !outcome.saysWhen)
            wrong.push(
              `a full log was answered with ${outcome.status} ${outcome.saysWhen ? '' : 'without Retry-After'}`,
            );
          await sleep(50);
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return refusals < ENOUGH_REFUSALS ? undefined : last;
  }

  /** Sends again what was refused, until all of it is stored. */
  async finish(): Promise<void> {
    for (let batch = this.open.pop(); batch !== undefined; batch = this.open.pop()) {
      while (!this.sending.signal?.aborted) {
        const { taken, retryAfterMs } = await post(batch, this.sending);
        if (taken) break;
        await sleep(Math.min(retryAfterMs, 2_000));
      }
    }
  }

  private newBatch(): SpanUnit[] {
    this.sentSpans += BATCH;
    const start = BigInt(this.endMicros) * 1_000n;
    return Array.from({ length: BATCH }, () => ({
      service: 'filler',
      span: {
        traceId: randomUUID().replaceAll('-', ''),
        spanId: randomBytes(8).toString('hex'),
        name: 'GET /filler',
        kind: 2,
        startTimeUnixNano: String(start),
        endTimeUnixNano: String(start + 1_000_000n),
        attributes: [{ key: 'padding', value: { stringValue: randomBytes(PADDING_BYTES / 2).toString('hex') } }],
        status: {},
      },
    }));
  }
}
