/** A product of its own for a proof: started by the launcher in a fresh data folder, stopped at the end. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface InstanceFile {
  base_url: string;
  state: string;
  ports: Record<string, number>;
  pids: Record<string, number>;
  intake_token_file: string;
  viewer_token_file: string;
}

/** What a client needs to send and to read. */
export interface Access {
  baseUrl: string;
  intakeToken: string;
  readToken: string;
}

export interface ProductOptions {
  /** Folder of the product's programs, another than this checkout for mutants. */
  root?: string;
  environment?: Record<string, string>;
}

export class Product implements Access {
  private constructor(
    readonly dataDir: string,
    private readonly root: string,
  ) {}

  static async start(options: ProductOptions = {}): Promise<Product> {
    const dataDir = mkdtempSync(join(tmpdir(), 'spanwise-proof-'));
    const product = new Product(dataDir, options.root ?? ROOT);
    const env = {
      ...process.env,
      SPANWISE_ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
      ...options.environment,
    };
    const code = await new Promise<number | null>((resolve) => {
      const words = [
        join(product.root, 'tools', 'spanwise.mjs'),
        'start',
        '--detach',
        '--no-build',
        '--port',
        'auto',
        '--data-dir',
        dataDir,
      ];
      const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
      child.once('close', resolve);
    });
    if (code !== 0) {
      product.stop();
      throw new Error('the product did not start');
    }
    return product;
  }

  /** As the launcher last wrote it; processes that were started again have new ids. */
  get instance(): InstanceFile {
    return JSON.parse(readFileSync(join(this.dataDir, 'instance.json'), 'utf8')) as InstanceFile;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.instance.ports.gateway}`;
  }

  get intakeToken(): string {
    return readFileSync(this.instance.intake_token_file, 'utf8').trim();
  }

  get readToken(): string {
    return readFileSync(this.instance.viewer_token_file, 'utf8').trim();
  }

  /** Superuser URL of the product's database, for looking behind the product's back. */
  get databaseUrl(): string {
    const password = readFileSync(join(this.dataDir, 'keys', 'db-superuser'), 'utf8').trim();
    return `postgres://postgres:${password}@127.0.0.1:${this.instance.ports.postgres}/spanwise`;
  }

  pid(name: string): number | undefined {
    return this.instance.pids[name];
  }

  logTail(name: string): string {
    try {
      return readFileSync(join(this.dataDir, 'logs', `${name}.log`), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(-12)
        .join('\n');
    } catch {
      return '';
    }
  }

  stop(keep = false): void {
    try {
      execFileSync(process.execPath, [join(this.root, 'tools', 'spanwise.mjs'), 'stop', '--data-dir', this.dataDir], {
        stdio: 'ignore',
      });
    } finally {
      if (!keep) rmSync(this.dataDir, { recursive: true, force: true });
    }
  }
}
