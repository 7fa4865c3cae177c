/**
 * `npm run test:system -- upgrade --full [--from REVISION]`: the data folder of an earlier commit (by default the one before) under the
 * present programs. Figures, tokens and duplicate keys must live on. Needs the repository's history.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendAll } from '@spanwise/telemetry/otlp-sender';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { ApiClient } from '../harness/api-client.js';
import { STALLED_MS, waitForArrival } from '../figures/arrival.js';
import { generatedSet, SMALL } from '../figures/generated-set.js';
import { newDataDir, Product, ROOT } from '../harness/product.js';
import { proveSet } from '../figures/prove-set.js';
import { mismatchesOf } from '../figures/report.js';
import { offsetToNow, place } from '../figures/shift.js';
import { VARIANTS } from '../figures/variants.js';

const { values } = parseArgs({ options: { from: { type: 'string', default: 'HEAD^' }, small: { type: 'boolean' } } });
const LISTS = ['services', 'transactions', 'dependencies', 'errors'];
const NAMESPACE = 'upgrade';
const SETTLE_MS = 2_000;

interface Row {
  red: { request_count: number; error_count: number; p95_micros?: number };
}

function git(...words: string[]): Buffer {
  return execFileSync('git', ['-C', ROOT, ...words], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });
}

/** The programs of an earlier commit, built; its packages are these here when its lock file is the same. */
function earlierProgram(revision: string): string {
  const root = mkdtempSync(join(tmpdir(), 'spanwise-earlier-'));
  execFileSync('tar', ['-x', '-C', root], { input: git('archive', revision) });
  const same =
    readFileSync(join(root, 'package-lock.json'), 'utf8') === readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  if (same) linkPackages(root);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' });
  const services = readdirSync(join(root, 'apps')).map((name) => join('apps', name));
  // Its types were checked when it was committed.
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-b', '--noCheck', ...services], { cwd: root });
  const bundler = join(root, 'tools', 'launcher', 'make-bundles.mjs');
  if (existsSync(bundler)) execFileSync(process.execPath, [bundler], { cwd: root });
  return root;
}

/** Every package by itself: those of the repository are links, which have to lead to the earlier ones. */
function linkPackages(root: string): void {
  const own = '@spanwise';
  const packages = join(ROOT, 'node_modules');
  mkdirSync(join(root, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== own) symlinkSync(join(packages, name), join(root, 'node_modules', name));
  for (const name of readdirSync(join(packages, own)))
    symlinkSync(readlinkSync(join(packages, own, name)), join(root, 'node_modules', own, name));
}

/** What each list shows for the time of the set, row by row. */
async function shown(product: Product, range: { from: number; to: number }): Promise<string[]> {
  const api = new ApiClient(product.baseUrl, product.readToken);
  const rows: string[] = [];
  for (const list of LISTS) {
    for (const { red, ...row } of await api.list<Row & Record<string, unknown>>(list, {
      ...range,
      namespace: NAMESPACE,
    })) {
      const name =
        row[{ services: 'service', transactions: 'transaction', dependencies: 'dependency' }[list] ?? 'error'];
      rows.push(
        `${list} ${JSON.stringify([row.service, name])}: ${red.request_count} ${red.error_count} ${red.p95_micros}`,
      );
    }
  }
  return rows.toSorted();
}

async function run(): Promise<string[]> {
  const set = generatedSet('generated-small', SMALL);
  const offsetNanos = offsetToNow(set.lastNanos, BigInt(Date.now()) * 1_000_000n);
  const requests = set.lines.map((line) =>
    place(JSON.parse(line) as TraceRequest, { offsetNanos, namespace: NAMESPACE }),
  );
  const now = Date.now() * 1_000;
  const range = { from: now - 3 * 3_600_000_000, to: now };
  const send = (product: Product) =>
    sendAll(requests, { baseUrl: product.baseUrl, token: product.intakeToken, encoding: 'protobuf', connections: 2 });

  const faults: string[] = [];
  const dataDir = newDataDir();
  const root = earlierProgram(values.from);
  const earlier = await Product.start({ root, dataDir });
  let before: string[];
  let readToken: string;
  try {
    await send(earlier);
    // Two readings alike are not the end of what a busy machine takes its time for.
    const api = new ApiClient(earlier.baseUrl, earlier.readToken);
    await waitForArrival({ api, set, namespace: NAMESPACE, offsetMicros: Number(offsetNanos / 1_000n) }, STALLED_MS);
    before = await settledRows(earlier, range);
    readToken = earlier.readToken;
    await earlier.halt();
  } catch (error) {
    earlier.stop();
    throw error;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const product = await Product.start({ dataDir });
  try {
    if (product.readToken !== readToken) faults.push('the tokens are not those of before');
    compare(before, await settledRows(product, range), 'after the upgrade', faults);
    await send(product);
    compare(before, await settledRows(product, range), 'after the same spans again', faults);
    const fresh = await proveSet(set, VARIANTS[0], product, { namespace: 'fresh', print: () => undefined });
    if (fresh.some((one) => !one.passed)) faults.push(`new spans: ${mismatchesOf(fresh).slice(0, 500)}`);
    console.log(`  ${before.length} rows of ${set.spans} spans lived on, and new spans are counted`);
  } finally {
    product.stop();
  }
  return faults;
}

/** Two readings alike: nothing is under way any more. */
async function settledRows(product: Product, range: { from: number; to: number }): Promise<string[]> {
  for (let last = ''; ;) {
    await sleep(SETTLE_MS);
    const rows = await shown(product, range);
    if (rows.length > 0 && rows.join() === last) return rows;
    last = rows.join();
  }
}

function compare(before: string[], after: string[], when: string, faults: string[]): void {
  const lost = before.filter((row) => !after.includes(row));
  const added = after.filter((row) => !before.includes(row));
  for (const row of lost.slice(0, 5)) faults.push(`${when}: no longer ${row}`);
  for (const row of added.slice(0, 5)) faults.push(`${when}: now ${row}`);
}

let revision: string | undefined;
try {
  revision = git('rev-parse', '--short', values.from).toString().trim();
} catch {
  console.log(`upgrade: skipped, there is no history with ${values.from} here`);
  console.log('0 passed, 0 failed, 1 skipped');
}
if (revision !== undefined) {
  console.log(`upgrade of a data folder of ${revision}`);
  const faults = await run();
  for (const fault of faults) console.log(`  WRONG ${fault}`);
  console.log(faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exitCode = faults.length === 0 ? 0 : 1;
}
