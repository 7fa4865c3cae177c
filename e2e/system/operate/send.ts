import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@spanwise/telemetry/random';
import { post } from '../crash/client.js';
import type { Workload } from '../crash/workload.js';
import type { Product } from '../harness/product.js';

/** So many requests, one after the other: each is a message of its own. */
export type Send = (requests: number) => Promise<void>;

const SPANS_PER_REQUEST = 5;
const AGAIN_MS = 200;

/** The same spans again until they are acknowledged. */
export const sendTo =
  (product: Product, namespace: string, workload: Workload): Send =>
  async (requests) => {
    const sending = { baseUrl: product.baseUrl, token: product.intakeToken, namespace, random: new Random(namespace) };
    for (let request = 0; request < requests; request++) {
      const batch = workload.make(SPANS_PER_REQUEST, Date.now());
      while (!(await post(batch, sending)).taken) await sleep(AGAIN_MS);
    }
  };
