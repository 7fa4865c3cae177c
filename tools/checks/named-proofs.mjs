import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents whose claims name what proves them. */
const DOCUMENTS = [
  'docs/security.md',
  ...['access', 'audit', 'input', 'public-routes'].map((name) => `docs/security/${name}.md`),
];

/**
 * A test that is renamed or removed must not leave a claim behind: every file in backticks has to exist, with the words in
 * quotation marks after it in it, and every `npm run` has to be a script.
 */
export function proofFaults(root) {
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
  return DOCUMENTS.flatMap((document) =>
    faultsOf(readFileSync(join(root, document), 'utf8'), {
      read: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined),
      scripts: Object.keys(scripts),
    }).map((fault) => `${document}: ${fault}`),
  );
}

/** Faults of one document's text. @param {{ read: (file: string) => string | undefined, scripts: string[] }} known */
export function faultsOf(text, { read, scripts }) {
  const faults = [];
  for (const [, file, words] of text.matchAll(/`([\w./-]+\.(?:ts|mjs|conf))`(?:\s+"([^"]+)")?/g)) {
    const source = read(file);
    if (source === undefined) faults.push(`${file} does not exist`);
    else if (words !== undefined && !source.includes(words.replace(/\s+/g, ' ')))
      faults.push(`${file} has no "${words}"`);
  }
  for (const [, script] of text.matchAll(/`npm run ([\w:-]+)/g)) {
    if (!scripts.includes(script)) faults.push(`there is no script ${script}`);
  }
  return faults;
}
