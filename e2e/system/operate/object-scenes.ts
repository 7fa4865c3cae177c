/** Two databases and one object store: a copy beside its original, and a database that is older than its files. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { query } from '../crash/log-view.js';
import { living, pauseFamily } from '../crash/processes.js';
import { newDataDir, type Product } from '../harness/product.js';
import { Sent } from './sent.js';
import { settled } from './verdict.js';

const run = promisify(execFile);
const HELD_MS = 90_000;
/** A product begins to sweep 20 seconds after its start, and looks again after another 20. */
const SWEPT_MS = 45_000;
const LOOK_MS = 500;
const FLUSH_MS = 1_200;
const CLAIM_MS = 5_000;

const manifestsOf = async (product: Product): Promise<number> =>
  Number((await query<{ n: string }>(product, 'select n from projector.store_offsets'))[0].n);

/** Files of segments, as paths below the store's folder. */
export function segmentsOf(product: Product): Set<string> {
  const folder = join(product.dataDir, 'objects');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.parquet') && !entry.parentPath.includes('.incoming'),
  );
  return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name))));
}

/** What an operator is told of the store. */
export async function admin(product: Product, ...words: string[]): Promise<string> {
  const { code, output } = await product.run('admin', ...words);
  if (code !== 0) throw new Error(`admin ${words.join(' ')} ends with ${code}: ${output}`);
  return output;
}

export async function held(product: Product): Promise<void> {
  for (const endsMs = performance.now() + HELD_MS; performance.now() < endsMs; await sleep(LOOK_MS)) {
    if (/"held":/.test(await admin(product, 'object-store'))) return;
  }
  throw new Error('the deletion of files is not held');
}

export const missingOf = (product: Product, before: ReadonlySet<string>): string[] => {
  const now = segmentsOf(product);
  const gone = [...before].filter((key) => !now.has(key));
  return gone.length === 0 ? [] : [`${gone.length} of ${before.size} files were deleted`];
};

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

/** The copy knows nothing of what its original stored since, and its numbers pass those of the original. */
export async function copyBesideOriginal(product: Product, sent: Sent, requests: number): Promise<string[]> {
  await sent.send(requests);
  await settled(product);
  const dataDir = await copyOfProduct(product);
  await sent.send(requests);
  await settled(product);
  const before = segmentsOf(product);
  const store = pathToFileURL(join(product.dataDir, 'objects')).href;
  const copy = await product.twin(dataDir, { SPANWISE_OBJECT_STORE: store });
  try {
    const elsewhere = new Sent(copy, sent.random);
    while ((await manifestsOf(copy)) <= (await manifestsOf(product))) {
      await elsewhere.send(requests);
      await sleep(FLUSH_MS);
    }
    await sleep(SWEPT_MS);
    await held(product);
  } finally {
    copy.stop();
  }
  const faults = missingOf(product, before);
  // The original has to find the mark of the copy once more, and makes it its own.
  await sleep(CLAIM_MS);
  await admin(product, 'object-store', 'release');
  return faults;
}
