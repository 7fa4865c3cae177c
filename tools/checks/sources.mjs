import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'generated']);

/** Paths of the sources below a folder, relative to it, with `/`. */
export function sourcesBelow(root, folder = '') {
  const files = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) files.push(...sourcesBelow(root, path));
    else if (entry.isFile() && /\.(ts|mts|mjs|js)$/.test(entry.name)) files.push(path);
  }
  return files;
}
