import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesBelow } from './sources.mjs';

/** A file beyond this is two files. */
const MAX_LINES = 400;

export function longFiles(root) {
  return sourcesBelow(root)
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; the limit is ${MAX_LINES}`);
}
