/** What was acknowledged, by the minute in which its spans started. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@spanwise/telemetry/random';
import { post } from '../crash/client.js';
import { makeSpan } from '../crash/workload.js';
import type { Product } from '../harness/product.js';

export const NAMESPACE = 'operate';
export const MINUTE_MICROS = 60_000_000;
const SPANS_A_REQUEST = 5;
const AGAIN_MS = 200;

export class Sent {
  readonly byMinute = new Map<number, number>();

  constructor(
    private readonly product: Product,
    readonly random: Random,
  ) {}

  get total(): number {
    return [...this.byMinute.values()].reduce((sum, spans) => sum + spans, 0);
  }

  /** One after the other, so that each is a message of its own; the same spans again until they are taken. */
  async send(requests: number): Promise<void> {
    const { baseUrl, intakeToken: token } = this.product;
    const { random } = this;
    for (let request = 0; request < requests; request++) {
      const minute = Math.floor((Date.now() * 1_000) / MINUTE_MICROS);
      const start = BigInt(Date.now()) * 1_000_000n;
      const batch = Array.from({ length: SPANS_A_REQUEST }, () => ({
        service: 'shop',
        span: makeSpan(random, start, false),
      }));
      while (!(await post(batch, { baseUrl, token, namespace: NAMESPACE, random })).taken) await sleep(AGAIN_MS);
      this.byMinute.set(minute, (this.byMinute.get(minute) ?? 0) + batch.length);
    }
  }
}
