/** What a product must not have kept when the attack is over: queries that run, files of work, a health that is not ok. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../crash/log-view.js';
import { call } from '../isolation/http.js';
import type { Product } from '../harness/product.js';
import type { Organization } from './scene.js';

/** A flush of the segments of several hundred streams takes a minute on a busy machine. */
const SETTLE_MS = 180_000;

/** Jobs of other organizations run one at a time after the attack. */
const JOBS_MS = 600_000;
const UNFINISHED = "select count(*)::int as jobs from apm.search_jobs where state in ('pending', 'running')";

/** Waits until no search job of anybody is left to run; a sentence when some still are. */
export async function jobsEnded(product: Product, slowness: () => number): Promise<string[]> {
  for (const startedMs = performance.now(); ; await sleep(500)) {
    const [{ jobs }] = await query<{ jobs: number }>(product, UNFINISHED);
    if (jobs === 0) return [];
    const tookMs = performance.now() - startedMs;
    if (tookMs > JOBS_MS * slowness()) return [`${jobs} search jobs are left after ${Math.round(tookMs / 1_000)} s`];
  }
}

/** Files below the folder of work; folders may stay. */
export const workFiles = (product: Product): string[] => {
  const folder = join(product.dataDir, 'work');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
};

/**
 * Sentences about what is left; work that is nearly done has a while to end. The victim goes on and has files of its
 * own meanwhile: what was there when the attack ended has to go.
 */
export async function remains(
  product: Product,
  attacker: Organization,
  before: readonly string[],
  slowness: () => number,
): Promise<string[]> {
  let files = workFiles(product).filter((file) => !before.includes(file));
  for (const startedMs = performance.now(); ; await sleep(500)) {
    const now = new Set(workFiles(product));
    files = files.filter((file) => now.has(file));
    const left = await look(product, attacker);
    if (left.length === 0 && files.length === 0) return [];
    if (performance.now() - startedMs < SETTLE_MS * slowness()) continue;
    if (files.length > 0) left.push(`files of work are left: ${files.slice(0, 5).join(', ')}`);
    return left;
  }
}

async function look(product: Product, attacker: Organization): Promise<string[]> {
  const left: string[] = [];
  const running = await call(product.baseUrl, 'GET', '/api/v1/query/running', attacker.tokens.owner);
  if (running.text !== '[]') left.push(`queries still run: ${running.status} ${running.text.slice(0, 200)}`);
  const jobs = await call(product.baseUrl, 'GET', '/api/v1/query/jobs?limit=1000', attacker.tokens.viewer);
  const busy = jobs.text.match(/"state":"(pending|running)"/g)?.length ?? 0;
  if (busy > 0 || jobs.status !== 200) left.push(`search jobs still run: ${jobs.status}, ${busy} of them`);
  const health = await call(product.baseUrl, 'GET', '/healthz');
  if (health.status !== 200 || !/"status":"ok"/.test(health.text))
    left.push(`healthz says ${health.status} ${health.text.slice(0, 300)}`);
  return left;
}
