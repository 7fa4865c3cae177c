// Bundles: a service with all that it loads in some 35 files instead of 1500, which takes half of the processor time of
// a start. The program that `tsc` wrote stays beside it and is run where the bundle is not of exactly that program.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the bundles: `<service>.js`, what they share, and what they were made of. */
export const bundlesIn = (root) => join(root, 'dist', 'services');
export const MADE_OF = 'made-of.json';
/** Versions of all packages. */
const LOCK = 'package-lock.json';

/** @param {string} file relative to the root */
const digestOf = (root, file) =>
  createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');

/**
 * What bundles are made of: each service's files of this repository, and the digest of every one of them.
 * @typedef {{ services: Record<string, string[]>, digests: Record<string, string> }} MadeOf
 * @param {string} root @param {Record<string, string[]>} services its files, relative to the root
 * @returns {MadeOf}
 */
export function madeOf(root, services) {
  const files = [LOCK, ...new Set(Object.values(services).flat())];
  return { services, digests: Object.fromEntries(files.map((file) => [file, digestOf(root, file)])) };
}

/** The services of `root` whose bundle is of the program that lies beside it. @returns {Set<string>} */
export function bundledServices(root) {
  try {
    /** @type {MadeOf} */
    const { services, digests } = JSON.parse(readFileSync(join(bundlesIn(root), MADE_OF), 'utf8'));
    const unchanged = new Set(Object.keys(digests).filter((file) => isUnchanged(root, file, digests[file])));
    if (!unchanged.has(LOCK)) return new Set();
    return new Set(Object.keys(services).filter((service) => services[service].every((file) => unchanged.has(file))));
  } catch {
    return new Set();
  }
}

function isUnchanged(root, file, digest) {
  try {
    return digestOf(root, file) === digest;
  } catch {
    return false;
  }
}
