// Folders that lie beside each other import each other in no circle, at any depth (docs/architecture.md, "Boundaries").
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { importsIn, isOfSpecs, sourcesBelow } from './sources.mjs';

/** @returns {string[]} one sentence for each circle */
export function folderCircles(root) {
  const files = sourcesBelow(root).filter((file) => !isOfSpecs(file));
  return circlesOf(files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })));
}

/** Of sources that are given; files that lie in no folder there put its parts together and are not judged. */
export function circlesOf(sources) {
  const crossings = crossingsOf(sources);
  const seen = new Set();
  const isNew = (circle) => seen.size < seen.add(circle.toSorted().join(' ')).size;
  return [...crossings.keys()]
    .flatMap((folder) => shortestCircle(crossings, folder) ?? [])
    .filter(isNew)
    .map((circle) => `${circle.join(' > ')} > ${circle[0]} is a circle: ${importsOf(crossings, circle).join(', ')}`);
}

/** By folder the folders that it leads to, each with an import that shows it. @returns {Map<string, Map<string, string>>} */
function crossingsOf(sources) {
  const crossings = new Map();
  for (const { file, text } of sources)
    for (const specifier of importsIn(text)) {
      const crossing = specifier.startsWith('.') ? crossingOf(file, posix.join(dirname(file), specifier)) : undefined;
      if (crossing === undefined) continue;
      const { from, to } = crossing;
      crossings.set(from, (crossings.get(from) ?? new Map()).set(to, `${file} imports ${specifier}`));
    }
  return crossings;
}

/** Where both paths part, in folders of one service or library; undefined where either is a file there. */
function crossingOf(file, imported) {
  if (!/^(?:apps|libs)\/[^/]+\/src\//.test(file)) return undefined;
  const [names, others] = [file.split('/'), imported.split('/')];
  const depth = names.findIndex((name, at) => name !== others[at]);
  if (depth < PROJECT_DEPTH || depth >= names.length - 1 || depth >= others.length - 1) return undefined;
  return { from: names.slice(0, depth + 1).join('/'), to: others.slice(0, depth + 1).join('/') };
}

/** `apps/iam/src` comes before. */
const PROJECT_DEPTH = 3;

/** Through the folder; undefined where there is none. @returns {string[][] | undefined} */
function shortestCircle(crossings, folder) {
  const ways = [[folder]];
  const reached = new Set();
  for (const way of ways)
    for (const next of crossings.get(way.at(-1))?.keys() ?? []) {
      if (next === folder) return [way];
      if (reached.has(next)) continue;
      reached.add(next);
      ways.push([...way, next]);
    }
  return undefined;
}

const importsOf = (crossings, circle) =>
  circle.map((folder, at) => crossings.get(folder).get(circle[(at + 1) % circle.length]));
