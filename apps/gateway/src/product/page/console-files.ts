/** The console as its build left it: a page, and files whose names have a hash of what they hold. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const PACKED = new Set(['.js', '.css', '.svg']);

export interface ConsoleFile {
  type: string;
  body: Buffer;
  encoding?: 'gzip';
}

const compressed = promisify(gzip);

/** Files are read when they are first asked for, and kept: they never change while a build is served. */
export class ConsoleFiles {
  private readonly names: ReadonlySet<string>;
  private readonly kept = new Map<string, Promise<ConsoleFile>>();

  /** `folder` holds `index.html` and `assets`; where it is missing, the console is not built. */
  constructor(private readonly folder: string) {
    const assets = join(folder, 'assets');
    this.names = new Set(existsSync(assets) ? readdirSync(assets).filter((name) => extname(name) in TYPES) : []);
  }

  /** Undefined when the console is not built. Read each time: a new build has other files. */
  page(): string | undefined {
    const file = join(this.folder, 'index.html');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Undefined for a name that no file of the build has. */
  file(name: string, mayPack: boolean): Promise<ConsoleFile> | undefined {
    if (!this.names.has(name)) return undefined;
    const packed = mayPack && PACKED.has(extname(name));
    const key = `${packed} ${name}`;
    let file = this.kept.get(key);
    if (file === undefined) this.kept.set(key, (file = this.read(name, packed)));
    return file;
  }

  private async read(name: string, packed: boolean): Promise<ConsoleFile> {
    const body = readFileSync(join(this.folder, 'assets', name));
    const type = TYPES[extname(name)];
    return packed
      ? { type: type!, body: await compressed(body, { level: 9 }), encoding: 'gzip' }
      : { type: type!, body };
  }
}

/** Of this checkout. */
export const consoleFiles = new ConsoleFiles(fileURLToPath(new URL('../../../../console/dist/site/', import.meta.url)));
