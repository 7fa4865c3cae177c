/** A product of its own for a proof: started by the launcher in a fresh data folder, stopped at the end. */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { must } from './http.js';

/** The checkout; this file runs from its source and from its build, which is a folder deeper. */
export const ROOT = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'nx.json')) ? folder : rootAbove(dirname(folder));
}

interface InstanceFile {
  base_url: string;
  state: string;
  ports: Record<string, number>;
  pids: Record<string, number>;
  intake_token_file: string;
  viewer_token_file: string;
}

export interface SignedIn {
  token: string;
  user_id: string;
  org_id: string;
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
  /** A folder of `newDataDir`, for specs that need it before the product starts. */
  dataDir?: string;
  /** With the demo's shop. */
  demo?: boolean;
  /** Also makes the database, as a user's first start does, where a run of the tests has one prepared. */
  fromNothing?: boolean;
}

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'spanwise-proof-'));

/** As the launcher of a data folder last wrote it; processes that were started again have new ids. */
export const readInstance = (dataDir: string): InstanceFile =>
  JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as InstanceFile;

export class Product implements Access {
  private constructor(
    readonly dataDir: string,
    private readonly root: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async start(options: ProductOptions = {}): Promise<Product> {
    const prepared = process.env.SPANWISE_TEST_DATA_FOLDER;
    const product = new Product(options.dataDir ?? newDataDir(), options.root ?? ROOT, {
      ...process.env,
      SPANWISE_ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
      ...options.environment,
    });
    // Other programs than these make their database themselves, and one that is there is kept.
    if (prepared && options.root === undefined && !options.fromNothing && !existsSync(join(product.dataDir, 'keys')))
      await cp(prepared, product.dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const words = ['start', '--detach', '--no-build', '--port', 'auto', ...(options.demo === true ? ['--demo'] : [])];
    if ((await product.launch(...words)) !== 0) {
      product.stop();
      throw new Error('the product did not start');
    }
    return product;
  }

  /** The product that runs on a data folder; its first owner has the password of this process's environment. */
  static running(dataDir: string): Product {
    return new Product(dataDir, ROOT, process.env);
  }

  /** Stops everything and keeps the data; unlike `stop` it leaves this process free to go on sending. */
  async halt(): Promise<void> {
    if ((await this.launch('stop')) !== 0) throw new Error('the product did not stop');
  }

  /** Starts again on the data of before, under the same address. */
  async resume(): Promise<void> {
    const { gateway } = this.instance.ports;
    const words = ['start', '--detach', '--no-build', '--port', String(gateway)];
    if ((await this.launch(...words)) !== 0) throw new Error('the product did not start again');
  }

  /** Another product of the same programs, on a data folder that is there. */
  twin(dataDir: string, environment: Record<string, string>): Promise<Product> {
    const inherited = { ...this.environment, ...environment } as Record<string, string>;
    return Product.start({ root: this.root, dataDir, environment: inherited });
  }

  /** Runs one of the launcher's verbs on the data folder; `output` is what it prints. */
  run(...words: string[]): Promise<{ code: number | null; output: string }> {
    return new Promise((resolve) => {
      const program = join(this.root, 'tools', 'spanwise.mjs');
      const child = spawn(process.execPath, [program, ...words, '--data-dir', this.dataDir], {
        env: this.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('close', (code) => resolve({ code, output }));
    });
  }

  /** Exit code of one of the launcher's verbs. */
  private launch(...words: string[]): Promise<number | null> {
    return new Promise((resolve) => {
      const program = join(this.root, 'tools', 'spanwise.mjs');
      const child = spawn(process.execPath, [program, ...words, '--data-dir', this.dataDir], {
        env: this.environment,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child.once('close', resolve);
    });
  }

  get instance(): InstanceFile {
    return readInstance(this.dataDir);
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

  /** The first owner, who signs in again. */
  async owner(): Promise<SignedIn> {
    const body = { email: 'admin@spanwise.local', password: this.environment.SPANWISE_ADMIN_PASSWORD };
    return must<SignedIn>(this.baseUrl, 'POST /api/v1/auth/signin', undefined, body);
  }

  async ownerToken(): Promise<string> {
    return (await this.owner()).token;
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
      // A process that was left without its parent ends a moment later, and may write until then.
      if (!keep) rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
}
