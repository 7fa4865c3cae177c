/** The files that a build sees: the checkout without what `.dockerignore` leaves out. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ignore = createRequire(import.meta.url)('@balena/dockerignore');

/** @returns {string[]} paths relative to the root, with `/` */
export function buildContext(root) {
  const rules = ignore().add(readFileSync(join(root, '.dockerignore'), 'utf8'));
  return filesBelow(root, '').filter((path) => !rules.ignores(path));
}

/** Folders that are never in a context are not walked: they hold most of the files. */
const NEVER = new Set(['node_modules', '.git', '.nx', '.data', 'dist']);

function filesBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NEVER.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}
