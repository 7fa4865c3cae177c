// What each spec needs to run, as its imports and theirs tell.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { importsIn, sourcesBelow } from '../checks/sources.mjs';

/** Packages that specs get from their sources (vitest.config.ts), so that no stale build can pass for the code under test. */
export const FROM_SOURCES = {
  libs: [
    'contracts',
    'span-model',
    'otlp',
    'bus',
    'host',
    'postgres',
    'segments',
    'object-store',
    'testing',
    'api-client',
  ],
  apps: ['iam', 'gateway', 'apm', 'notify', 'projector'],
  tools: ['telemetry'],
};

const DATABASE = 'libs/testing/src/scratch-database.ts';
const NATS = 'libs/testing/src/scratch-nats.ts';
const PRODUCT = 'tools/prove/src/product.ts';
/** Names a built program, or the launcher, which starts them. */
const NAMES_BUILT = /(?:['"`/](?:apps|libs|tools)\/[\w-]+|\.\.)\/dist\/|resolve\(\s*['"`]@spanwise\/|spanwise\.mjs/;
/** Vitest's own mark, in a comment at the top of a file. */
const LONG = /^(?:\/\/| ?\*|\/\*\*) @module-tag long$/m;
const WAITING = /^(?:\/\/| ?\*|\/\*\*) @module-tag waiting$/m;

/**
 * `products` are started by the launcher; `long` specs compute for seconds, `waiting` ones wait for minutes to pass.
 * @typedef {{ database: boolean, nats: boolean, products: boolean, build: boolean, long: boolean, waiting: boolean }} Needs
 */

/** @param {string} root @returns {Map<string, Needs>} by path of the spec, relative to the root */
export function specNeeds(root) {
  const texts = new Map(sourcesBelow(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const graph = new Map([...texts].map(([file, text]) => [file, importedBy(file, text, texts)]));
  const specs = [...texts.keys()].filter((file) => file.endsWith('.spec.ts'));
  return new Map(specs.map((spec) => [spec, needsOf(spec, graph, texts)]));
}

function needsOf(spec, graph, texts) {
  const reached = reachedFrom(spec, graph);
  return {
    database: reached.has(DATABASE),
    nats: reached.has(NATS),
    products: reached.has(PRODUCT),
    build: [...reached].some((file) => file === BUILT || NAMES_BUILT.test(texts.get(file))),
    long: LONG.test(texts.get(spec)),
    waiting: WAITING.test(texts.get(spec)),
  };
}

function reachedFrom(spec, graph) {
  const reached = new Set([spec]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  return reached;
}

/** Stands for whatever only a build gives. */
const BUILT = 'a built package';

const importedBy = (file, text, texts) =>
  importsIn(text)
    .flatMap((specifier) => (specifier.startsWith('.') ? neighbour(file, specifier, texts) : packageFiles(specifier)))
    .filter((path) => path === BUILT || texts.has(path));

function neighbour(file, specifier, texts) {
  const path = posix.join(dirname(file), specifier);
  return [path, path.replace(/\.js$/, '.ts')].find((one) => texts.has(one));
}

function packageFiles(specifier) {
  const [, name, rest] = /^@spanwise\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined) return [];
  const folder = Object.keys(FROM_SOURCES).find((kind) => FROM_SOURCES[kind].includes(name));
  return folder === undefined ? [BUILT, `tools/${name}/src/${rest}.ts`] : [`${folder}/${name}/src/${rest}.ts`];
}
