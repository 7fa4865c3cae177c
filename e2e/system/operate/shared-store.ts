/** Two databases and one object store: a copy beside its original. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { Random } from '@spanwise/telemetry/random';
import { eventually } from '@spanwise/testing/eventually';
import { query } from '../crash/log-view.js';
import { living, pauseFamily } from '../crash/processes.js';
import { run } from '../crash/restore.js';
import { settled } from '../crash/settled.js';
import { Workload } from '../crash/workload.js';
import { newDataDir, type Product } from '../harness/product.js';
import { sendTo, type Send } from './send.js';

/** A product begins to sweep 20 seconds after its start, and looks again after another 20. */
const SWEPT_MS = 45_000;
const FLUSH_MS = 1_200;
const CLAIM_MS = 5_000;

const manifestsOf = async (product: Product): Promise<number> =>
  Number((await query<{ n: string }>(product, 'select n from projector.store_offsets'))[0]!.n);

/** Files of segments, as paths below the store's folder. */
function segmentsOf(product: Product): string[] {
  const folder = join(product.dataDir, 'objects');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => name.endsWith('.parquet') && !parentPath.includes('.incoming'))
    .map(({ name, parentPath }) => relative(folder, join(parentPath, name)));
}

async function admin(product: Product, ...words: string[]): Promise<string> {
  const { code, output } = await product.run('admin', ...words);
  expect(code, output).toBe(0);
  return output;
}

/** Everything but the log and the files: a copy has a log of its own. */
async function copyOfProduct(product: Product): Promise<string> {
  const dataDir = newDataDir();
  const goOn = pauseFamily(await living(() => product.pid('postgres')));
  try {
    for (const part of ['postgres', 'keys']) await run('cp', ['-a', join(product.dataDir, part), join(dataDir, part)]);
  } finally {
    goOn();
  }
  return dataDir;
}

/** The copy knows nothing of what its original stored since, and its numbers pass those of the original: no file is deleted. */
export async function copyBesideOriginal(product: Product, send: Send, requests: number): Promise<void> {
  await send(requests);
  await settled(product);
  const dataDir = await copyOfProduct(product);
  await send(requests);
  await settled(product);
  const before = segmentsOf(product);
  const store = pathToFileURL(join(product.dataDir, 'objects')).href;
  const copy = await product.twin(dataDir, { SPANWISE_OBJECT_STORE: store });
  try {
    const sendElsewhere = sendTo(copy, 'elsewhere', new Workload(new Random('elsewhere')));
    while ((await manifestsOf(copy)) <= (await manifestsOf(product))) {
      await sendElsewhere(requests);
      await sleep(FLUSH_MS);
    }
    await sleep(SWEPT_MS);
    const held = async () => expect(await admin(product, 'object-store')).toContain('"held":');
    await eventually(held, { takesMs: SWEPT_MS });
  } finally {
    copy.stop();
  }
  expect(segmentsOf(product)).toEqual(expect.arrayContaining(before));
  // The original has to find the mark of the copy once more, and makes it its own.
  await sleep(CLAIM_MS);
  await admin(product, 'object-store', 'release');
}
