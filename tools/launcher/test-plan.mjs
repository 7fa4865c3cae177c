// What a command line of the tests asks for, and what of the machinery that needs.
import { relative, resolve } from 'node:path';
import { filesBelow } from '../checks/sources.mjs';
import { ROOT } from './paths.mjs';
import { Failure } from './progress.mjs';
import { specNeeds } from './spec-needs.mjs';

/**
 * `specs` and `nodeTests` are paths; `waiting` are those of the specs that wait for minutes to pass; `notRun` are specs that
 * Vitest would take with the same words and is not to.
 * @typedef {{ database: boolean, nats: boolean, products: boolean, build: boolean, specs: string[], waiting: string[],
 *   notRun: string[], nodeTests: string[] }} Plan
 */

/** Paths among the words, as Vitest reads them: it knows which flags have a value. @param {string[]} words */
export async function pathsIn(words) {
  const { parseCLI } = await import('vitest/node');
  return parseCLI(['vitest', 'run', ...words]).filter;
}

/** Everything that the paths name. @param {string[]} paths @returns {Plan} */
export function planOf(paths, root = ROOT) {
  const needs = specNeeds(root);
  const specs = [...needs.keys()].filter((file) => isNamed(file, paths));
  const nodeTests = filesBelow(root, /\.test\.mjs$/).filter((file) => isNamed(file, paths));
  if (specs.length + nodeTests.length === 0) throw new Failure(`No test file has ${paths.join(' or ')} in its path.`);
  const some = (need) => specs.some((file) => needs.get(file)[need]);
  // The checks look at built programs and play them; the launcher's own tests do not.
  const build = some('build') || nodeTests.some((file) => file.startsWith('tools/checks/'));
  const servers = { database: some('database'), nats: some('nats'), products: some('products') };
  const waiting = specs.filter((file) => needs.get(file).waiting);
  return { ...servers, build, specs, waiting, notRun: [], nodeTests };
}

/** Specs that need neither a server nor a build; of all of them, those that are quick. @param {string[]} paths @returns {Plan} */
export function unitPlanOf(paths, root = ROOT) {
  const needs = specNeeds(root);
  const isUnit = (file) => {
    const { database, nats, products, build, long } = needs.get(file);
    return !database && !nats && !products && !build && !(long && paths.length === 0);
  };
  const named = [...needs.keys()].filter((file) => isNamed(file, paths));
  const specs = named.filter(isUnit);
  if (specs.length === 0)
    throw new Failure(
      `No spec in ${paths.join(' or ')} runs without servers and a build; \`npm test -- PATH\` gives them.`,
    );
  const notRun = named.filter((file) => !isUnit(file));
  return { database: false, nats: false, products: false, build: false, specs, waiting: [], notRun, nodeTests: [] };
}

/** By a part of its path, in any case, as Vitest takes it. `file:12` names a line of it. */
function isNamed(file, paths) {
  if (paths.length === 0) return true;
  const own = file.toLowerCase();
  return paths
    .map((path) => path.replace(/:\d+$/, ''))
    .flatMap((path) => [path, relative(ROOT, resolve(ROOT, path))])
    .some((path) => own.includes(path.toLowerCase()));
}
