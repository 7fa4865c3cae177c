/** The programs of an earlier commit, built beside these. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../harness/product.js';

function git(...words: string[]): Buffer {
  return execFileSync('git', ['-C', ROOT, ...words], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });
}

/** Undefined where the repository's history is not there. */
export function revisionOf(name: string): string | undefined {
  try {
    return git('rev-parse', '--short', name).toString().trim();
  } catch {
    return undefined;
  }
}

/** Its packages are these here when its lock file is the same. */
export function earlierProgram(revision: string): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'spanwise-earlier-'));
  execFileSync('tar', ['-x', '-C', root], { input: git('archive', revision) });
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(ROOT)) linkPackages(root);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'ignore' });
  const services = readdirSync(join(root, 'apps')).map((name) => join('apps', name));
  // Its types were checked when it was committed; bundles would take longer than they save in one start.
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-b', '--noCheck', ...services], { cwd: root });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
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
