/** A Prometheus as its makers built it: that of the PATH, else Debian's package, fetched and not installed. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@spanwise/testing/eventually';

/** Fetched once for all runs of this machine. */
const FETCHED = join(tmpdir(), 'spanwise-prometheus');
const FETCH_MS = 60_000;

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
  const fetched = join(FETCHED, 'root', 'usr', 'bin', 'prometheus');
  for (const binary of ['prometheus', fetched]) if (runs(binary)) return { binary };
  try {
    mkdirSync(FETCHED, { recursive: true });
    const options = { cwd: FETCHED, stdio: 'ignore', timeout: FETCH_MS } as const;
    execFileSync('apt-get', ['download', 'prometheus'], options);
    const file = readdirSync(FETCHED).find((name) => /^prometheus_.*\.deb$/.test(name))!;
    execFileSync('dpkg', ['-x', file, 'root'], options);
  } catch {
    return { missing: 'there is no prometheus on the PATH, and no package manager that has it' };
  }
  return runs(fetched) ? { binary: fetched } : { missing: 'the prometheus of the package does not run here' };
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
    }, 30_000);
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
