/** What a product must not have kept when the attack is over: queries that run, files of work, a health that is not ok. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '@spanwise/testing/eventually';
import { query } from '../crash/log-view.js';
import { call } from '../harness/http.js';
import type { Organization } from '../harness/organizations.js';
import type { Product } from '../harness/product.js';

/** A flush of the segments of several hundred streams takes a minute on a busy machine. */
const FLUSH_MS = 180_000;
/** Jobs of other organizations run one at a time after the attack. */
const JOBS_MS = 600_000;
const UNFINISHED = "select id from apm.search_jobs where state in ('pending', 'running')";

/** Waits until no search job of any organization is left to run. */
export const jobsEnd = (product: Product): Promise<void> =>
  eventually(async () => expect(await query(product, UNFINISHED)).toEqual([]), { takesMs: JOBS_MS });

/** Files below the folder of work; folders may stay. */
export function workFiles(product: Product): string[] {
  const folder = join(product.dataDir, 'work');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Nothing of the attack is left, or soon not any more; `before` are files of before it. */
export async function nothingRemains(
  product: Product,
  { tokens }: Organization,
  before: readonly string[],
): Promise<void> {
  await eventually(
    async () => {
      expect((await call(product.baseUrl, 'GET', '/api/v1/query/running', tokens.owner)).text).toBe('[]');
      const jobs = await call(product.baseUrl, 'GET', '/api/v1/query/jobs?limit=1000', tokens.viewer);
      expect(jobs.status).toBe(200);
      expect(jobs.text).not.toMatch(/"state":"(pending|running)"/);
      const health = await call(product.baseUrl, 'GET', '/healthz');
      expect([health.status, health.text]).toEqual([200, expect.stringContaining('"status":"ok"')]);
      expect(workFiles(product).filter((file) => !before.includes(file))).toEqual([]);
    },
    { takesMs: FLUSH_MS },
  );
}
