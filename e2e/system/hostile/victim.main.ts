/** The thread of the victim: while the attack makes and reads its megabytes, that thread does not answer for moments. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Access } from '../harness/product.js';
import { Victim } from './victim.js';

const { access, seed } = workerData as { access: Access; seed: string };
const victim = new Victim(access, seed);
parentPort!.once('message', () => void victim.finish().then((figures) => parentPort!.postMessage(figures)));
