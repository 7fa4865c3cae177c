/** Paths of source files without what changes from machine to machine and from build to build (APM-13). */

import { cutTail } from '../cut-tail.js';

const KEPT_SEGMENTS = 3;
const LIBRARY_FOLDER = /^.*\/(node_modules|site-packages|dist-packages|gems|vendor|pkg\/mod)\//;

/** Nothing to leave out. */
const PLAIN = /^[A-Za-z_]+(?:\.[a-z]+)?$/;
/** A folder that is only a version, a release time or a commit. */
const RELEASE = /^(?:v?\d[\d._-]*|(?=[a-f]*\d)[0-9a-f]{7,40})$/;
/** `rack-3.0.1`, `express@4.18.2`, `actionpack (5.1.4)`. */
const PACKAGE_VERSION = /(?:[-@]v?\d+(?:\.\d+)+[\w.+-]*| \(\d[\w.]*\))/;
/** `main.3f2a1b9c.js`, `index-BXkQ1z9_.js`. */
const BUILD_HASH = /[.-](?:[0-9a-f]{8,40}|(?=[a-z_-]{0,7}[0-9A-Z])[\w-]{8})(?=\.[cm]?jsx?$)/;
/** A compiled template: nothing but a hash before the extension. */
const HASH_NAME = /^(?=[a-f]*\d)[0-9a-f]{8,64}(?=\.\w+$)/;

/** The last three folders and the name at most, with `/` between. */
export function fileName(path: string): string {
  if (PLAIN.test(path)) return path;
  const local = path.replaceAll('\\', '/').replace(/^[\w+-]{2,20}:\/\/\/?[^/]*(?=\/)/, '');
  return cutTail(local, /[?#]/)
    .replace(LIBRARY_FOLDER, '$1/')
    .split('/')
    .filter((segment) => segment !== '' && !RELEASE.test(segment))
    .slice(-KEPT_SEGMENTS)
    .map((segment) => segment.replace(PACKAGE_VERSION, '').replace(BUILD_HASH, '').replace(HASH_NAME, 'n'))
    .join('/');
}
