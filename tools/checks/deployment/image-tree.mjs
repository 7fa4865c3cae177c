/** Carries out the steps of a Dockerfile with folders in the place of stages: what an engine would do, without one. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { copyOf } from './dockerfile.mjs';

/**
 * Moves a folder, because packages are many and a copy takes long; what is taken twice is missing the second time, which
 * says so. Into a folder that is there already goes its content.
 */
function take(from, to) {
  if (!existsSync(from)) throw new Error(`COPY: there is no ${from} (any more)`);
  if (!existsSync(to)) {
    mkdirSync(dirname(to), { recursive: true });
    return renameSync(from, to);
  }
  for (const name of readdirSync(from)) take(join(from, name), join(to, name));
}

/**
 * @param {import('./dockerfile.mjs').Stage[]} stages
 * @param {{ root: string, context: string[], folder: string, environment: Record<string, string> }} options `context`
 *   relative to `root`; `folder` is empty and takes a folder for each stage
 * A base image has no files here: its `node`, `npm`, `find`, `rm` and shell are this machine's.
 * @returns {string} the folder of the last stage
 */
export function buildTree(stages, { root, context, folder, environment }) {
  const built = new Map();
  let last;
  for (const { name, from, steps } of stages) {
    const target = join(folder, name);
    let work = '/';
    if (built.has(from)) {
      take(built.get(from).target, target);
      ({ work } = built.get(from));
    }
    mkdirSync(target, { recursive: true });
    const inStage = (path) => join(target, posix.resolve(work, path));
    for (const { instruction, text } of steps) {
      if (instruction === 'WORKDIR') mkdirSync(inStage((work = posix.resolve(work, text))), { recursive: true });
      if (instruction === 'COPY') copy(text, { root, context, inStage, built });
      if (instruction === 'RUN') runStep(text, inStage('.'), environment);
    }
    built.set(name, { target, work });
    last = target;
  }
  return last;
}

function copy(text, { root, context, inStage, built }) {
  const { from, sources, target } = copyOf(text);
  const into = inStage(target);
  for (const source of sources) {
    if (from !== undefined) copyInto(join(built.get(from).target, source), into, target);
    else copyContext(source, { root, context, into, target });
  }
}

function copyContext(source, { root, context, into, target }) {
  const files = context.filter((path) => source === '.' || path === source || path.startsWith(`${source}/`));
  if (files.length === 0) throw new Error(`COPY ${source}: it is not in the build context`);
  for (const path of files) {
    const inner = source === '.' ? path : posix.relative(source, path);
    const to = inner === '' ? (target.endsWith('/') ? join(into, posix.basename(path)) : into) : join(into, inner);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(root, path), to);
  }
}

/** As an engine does: the content of a folder, or a file into a target that ends in `/`. */
function copyInto(source, into, target) {
  const isFile = existsSync(source) && statSync(source).isFile();
  take(source, isFile && target.endsWith('/') ? join(into, posix.basename(source)) : into);
}

function runStep(text, cwd, environment) {
  if (/(^|[\s"'=])\/(?!dev\/)/.test(text))
    throw new Error(`RUN ${text}: names an absolute path, which is not its folder here`);
  const result = spawnSync('sh', ['-c', text], {
    cwd,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0) return;
  throw new Error(
    `RUN ${text} failed (exit code ${result.status}):\n${`${result.stdout}${result.stderr}`.slice(-4_000)}`,
  );
}
