import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from '../launcher/paths.mjs';

const TSCONFIG = '{ "compilerOptions": { "strict": true, "module": "nodenext", "lib": ["es2023"] } }';

/** Names of the lint rules of this repository that files break, once for each fault. @param {Record<string, string>} files */
export function rulesBroken(files) {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    for (const [name, text] of Object.entries({ 'tsconfig.json': TSCONFIG, ...files })) {
      writeFileSync(join(folder, name), text);
    }
    const oxlint = inRoot('node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [oxlint, '--type-aware', '--config', inRoot('.oxlintrc.json'), '--format', 'unix', folder];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return [...stdout.matchAll(/\[\w+\/\w+\(([\w-]+)\)\]/g)].map(([, rule]) => rule);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
