/** The product's API as the benchmarks use it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '@spanwise/e2e/system/harness/product';
import type { Body } from './load.js';

/** Each look costs the product an overview. */
const POLL_MS = 500;

export class Client {
  /** Requests of services among the spans that were acknowledged. */
  private acknowledged = 0;

  constructor(readonly product: Product) {}

  /** Sends until it is taken; returns the milliseconds of the attempt that was. */
  async post({ gzip, requests }: Body): Promise<number> {
    for (;;) {
      const started = performance.now();
      const response = await fetch(`${this.product.baseUrl}/v1/traces`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-protobuf',
          'content-encoding': 'gzip',
          authorization: `Bearer ${this.product.intakeToken}`,
        },
        body: gzip,
      });
      await response.arrayBuffer();
      if (response.status === 200) {
        this.acknowledged += requests;
        return performance.now() - started;
      }
      if (response.status !== 503 && response.status !== 429) throw new Error(`intake answered ${response.status}`);
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000);
    }
  }

  /** Sends all bodies over some connections, as fast as they are taken; returns the seconds. */
  async postAll(bodies: readonly Body[], connections: number): Promise<number> {
    const queue = [...bodies];
    const started = performance.now();
    const connection = async () => {
      for (let body = queue.pop(); body !== undefined; body = queue.pop()) await this.post(body);
    };
    await Promise.all(Array.from({ length: connections }, connection));
    return (performance.now() - started) / 1_000;
  }

  async get<T>(path: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.product.readToken}` };
    const response = await fetch(`${this.product.baseUrl}${path}`, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Milliseconds of each of some calls in a row. */
  async timed(path: string, calls: number): Promise<number[]> {
    const times: number[] = [];
    for (let call = 0; call < calls; call++) {
      const started = performance.now();
      await this.get(path);
      times.push(performance.now() - started);
    }
    return times;
  }

  /** Requests of services that the figures of the load show. */
  async counted(filter = ''): Promise<number> {
    interface Overview {
      red: { sampled_count: number };
    }
    const { red } = await this.get<Overview>(`/api/v1/apm/overview?namespace=bench&resolution=hour${filter}`);
    return red.sampled_count;
  }

  /** Waits until every acknowledged span is in the figures. */
  async caughtUp(): Promise<void> {
    while ((await this.counted()) < this.acknowledged) await sleep(POLL_MS);
  }
}
