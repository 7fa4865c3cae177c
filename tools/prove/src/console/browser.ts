/** A browser without root and without packages of the system: the one in `@sparticuz/chromium`, or Debian's where it is there. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { ROOT } from '../product.js';

const OF_THE_SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const PACKAGE = '@sparticuz/chromium';
/** What the packed one needs beside libc, and its fonts. */
const ARCHIVES = ['al2023', 'fonts', 'swiftshader'];

interface Program {
  executablePath: string;
  env: Record<string, string>;
}

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = programOfSystem() ?? programOfPackage();
  // It opens the product's own pages alone; without root's rights it has no sandbox of its own.
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args, env: { ...plainEnvironment(), ...env } });
}

function programOfSystem(): Program | undefined {
  const executablePath = OF_THE_SYSTEM.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath, env: {} };
}

/** Unpacked once for each version, beside the packages. */
function programOfPackage(): Program {
  const bin = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8')) as { version: string };
  const folder = join(ROOT, 'node_modules', '.cache', `spanwise-chromium-${version}`);
  if (!existsSync(folder)) unpack(bin, folder);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: join(folder, 'fonts'), HOME: folder },
  };
}

/** Another process that does the same meanwhile does no harm: the folder appears whole. */
function unpack(bin: string, folder: string): void {
  const fresh = `${folder}.${randomBytes(4).toString('hex')}`;
  mkdirSync(fresh, { recursive: true });
  const content = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)));
  writeFileSync(join(fresh, 'chromium'), content('chromium.br'));
  chmodSync(join(fresh, 'chromium'), 0o755);
  for (const name of ARCHIVES)
    execFileSync('tar', ['-x', '-C', fresh], { input: content(`${name}.tar.br`), maxBuffer: 1 });
  if (existsSync(folder)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, folder);
}

const plainEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
