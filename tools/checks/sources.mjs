import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.git', '.nx', '.data', 'generated']);

/** Paths of the sources below a folder, relative to it, with `/`. */
export const sourcesBelow = (root) => filesBelow(root, /\.(tsx?|mts|mjs|js)$/);

/** Paths of the files below a folder whose names match, relative to it, with `/`. */
export function filesBelow(root, names, folder = '') {
  const files = [];
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) files.push(...filesBelow(root, names, path));
    else if (entry.isFile() && names.test(entry.name)) files.push(path);
  }
  return files;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;

/** What the text of a source imports or exports from elsewhere, types too, as it stands there. */
export const importsIn = (text) => [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);

/** Specs and their helpers may set up any neighbour. */
export const isOfSpecs = (file) => /\.(spec|test|fixture)\./.test(file);
