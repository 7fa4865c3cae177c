// Who imports whom: dependency-cruiser with the rules of .dependency-cruiser.cjs, and circles of folders, which its
// folder rules find only between folders that hold the files themselves.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inRoot, ROOT } from '../launcher/paths.mjs';

const CRUISE = inRoot('node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
const SPECS = /\.(spec|test|fixture)\./;

/** @param {string} root with folders named as those of the workspace @returns {Promise<string[]>} one line for each fault */
export async function importFaults(root = ROOT) {
  const { modules, summary } = await cruise(root);
  return [...summary.violations.map(sentenceOf), ...folderCircles(modules)];
}

async function cruise(root) {
  const args = [CRUISE, '--config', inRoot('.dependency-cruiser.cjs'), '--output-type', 'json'];
  const child = spawn(process.execPath, [...args, 'apps', 'libs', 'tools', 'e2e'], { cwd: root });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(errors);
  return JSON.parse(output);
}

const sentenceOf = ({ rule, from, to, cycle }) =>
  `${rule.name}: ${[from, ...(cycle ?? [{ name: to }]).map(({ name }) => name)].join(' > ')}`;

/** Folders beside each other in an app or a library that import each other in a circle, of any length and at any depth. */
function folderCircles(modules) {
  const graph = folderGraph(modules);
  const circles = [...graph.keys()].map((folder) => shortestCircle(graph, folder)).filter(Boolean);
  const unique = new Map(circles.map((circle) => [circle.toSorted().join(), circle]));
  return [...unique.values()].map((circle) => {
    const imports = circle.map((folder, at) => graph.get(folder).get(circle[(at + 1) % circle.length]));
    return `no-folder-cycle: ${[...circle, circle[0]].join(' > ')} (${imports.join(', ')})`;
  });
}

/** By folder the folders that it leads to, each with an import that shows it. @returns {Map<string, Map<string, string>>} */
function folderGraph(modules) {
  const graph = new Map();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const { from, to } = SPECS.test(source) ? {} : crossing(source, resolved);
      if (from === undefined) continue;
      if (!graph.has(from)) graph.set(from, new Map());
      graph.get(from).set(to, `${source} imports ${resolved}`);
    }
  return graph;
}

/** Where two paths part, in folders below one `src`; nothing where either is a file there, which may import any folder. */
function crossing(source, resolved) {
  const [names, others] = [source.split('/'), resolved.split('/')];
  const depth = names.findIndex((name, at) => name !== others[at]);
  const isBelowSource = /^(apps|libs)\//.test(source) && depth > names.indexOf('src') && names[2] === 'src';
  if (!isBelowSource || depth >= names.length - 1 || depth >= others.length - 1) return {};
  return { from: names.slice(0, depth + 1).join('/'), to: others.slice(0, depth + 1).join('/') };
}

/** @returns {string[] | undefined} through the folder */
function shortestCircle(graph, folder) {
  const paths = [[folder]];
  const reached = new Set();
  for (const path of paths)
    for (const next of graph.get(path.at(-1))?.keys() ?? []) {
      if (next === folder) return path;
      if (!reached.has(next)) paths.push([...path, next]);
      reached.add(next);
    }
  return undefined;
}
