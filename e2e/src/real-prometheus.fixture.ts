/** A Prometheus as its makers built it: that of the PATH, else Debian's package, fetched and not installed. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@spanwise/testing/eventually';

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'spanwise');
/** Fetched once for all runs of this user. */
const FETCHED = join(CACHE, 'prometheus');
const FETCH_MS = 300_000;

const runs = (binary: string): boolean => {
  try {
    execFileSync(binary, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The program, or why there is none. */
export function findPrometheus(): { binary: string } | { missing: string } {
  const fetched = join(FETCHED, 'usr', 'bin', 'prometheus');
  for (const binary of ['prometheus', fetched]) if (runs(binary)) return { binary };
  try {
    fetchPackage();
  } catch {
    return { missing: 'there is no prometheus on the PATH, and no package manager that has it' };
  }
  return runs(fetched) ? { binary: fetched } : { missing: 'the prometheus of the package does not run here' };
}

/** Whole or not at all: another run may be fetching, too. */
function fetchPackage(): void {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  try {
    const options = { cwd: folder, stdio: 'ignore', timeout: FETCH_MS } as const;
    execFileSync('apt-get', ['download', 'prometheus'], options);
    const file = readdirSync(folder).find((name) => /^prometheus_.*\.deb$/.test(name))!;
    execFileSync('dpkg', ['-x', file, 'root'], options);
    if (!existsSync(FETCHED)) renameSync(join(folder, 'root'), FETCHED);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface PrometheusOptions {
  /** `host:port` of what it scrapes. */
  target: string;
  /** Where it writes to, and with which token. */
  url: string;
  token: string;
}

export type Matrix = { metric: Record<string, string>; values: [number, string][] }[];

export class RealPrometheus {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    private readonly origin: string,
  ) {}

  static async start(binary: string, { target, url, token }: PrometheusOptions): Promise<RealPrometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'spanwise-scraping-'));
    writeFileSync(join(folder, 'token'), token, { mode: 0o600 });
    const config = {
      global: { scrape_interval: '250ms', scrape_timeout: '250ms' },
      scrape_configs: [{ job_name: 'shop', static_configs: [{ targets: [target] }] }],
      remote_write: [
        {
          url,
          authorization: { credentials_file: join(folder, 'token') },
          queue_config: { batch_send_deadline: '250ms', min_backoff: '50ms' },
        },
      ],
    };
    // JSON is YAML.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const port = await freePort();
    const words = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    const child = spawn(binary, words, { stdio: 'ignore' });
    const started = new RealPrometheus(folder, child, `http://127.0.0.1:${port}`);
    await eventually(async () => {
      if (!(await fetch(`${started.origin}/-/ready`)).ok) throw new Error('Prometheus is not ready');
    });
    return started;
  }

  /** Its own answer, at a moment in seconds. */
  async query<T>(expression: string, atSeconds: number): Promise<T> {
    const url = new URL('/api/v1/query', this.origin);
    url.searchParams.set('query', expression);
    url.searchParams.set('time', String(atSeconds));
    const { data } = (await (await fetch(url)).json()) as { data: { result: T } };
    return data.result;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
