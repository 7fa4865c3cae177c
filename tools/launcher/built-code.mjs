// What code each service runs, so that only those whose code has changed are started again.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OWN = '@spanwise/';

/** Folders of a service and of the libraries that it runs; tests alone need its other ones. @returns {string[]} */
export function foldersOf(service, root) {
  const folders = new Set();
  const visit = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) if (name.startsWith(OWN)) visit(`libs/${name.slice(OWN.length)}`);
  };
  visit(`apps/${service}`);
  return [...folders];
}

/** @typedef {Map<string, string>} Code digest by built file @returns {Map<string, Code>} by service */
export function builtCode(services, root) {
  const known = new Map();
  const codeOf = (folder) => {
    if (!known.has(folder)) known.set(folder, digestsBelow(join(root, folder, 'dist')));
    return known.get(folder);
  };
  return new Map(
    services.map((service) => [service, new Map(foldersOf(service, root).flatMap((folder) => codeOf(folder)))]),
  );
}

/** Files that one of them has and the other has not, or otherwise. @param {Code} before @param {Code} after */
export function differences(before, after) {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file));
}

/** No service runs specs and what they share. */
const isRun = (name) => name.endsWith('.js') && !/\.(spec|fixture)\.js$/.test(name);

function digestsBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .filter(isRun)
    .map((name) => join(folder, name))
    .map((file) => [file, createHash('sha1').update(readFileSync(file)).digest('base64')]);
}
