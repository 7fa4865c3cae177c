// Says when sources have changed. Each folder is watched by itself: a watch of a file ends where an editor puts another one in its place.
import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Changes that come together, as those of a saved refactoring, are reported once. */
const QUIET_MS = 150;

/**
 * Calls `touched` at each change of TypeScript files below one of the folders, with that folder, and `changed` when nothing
 * more has changed for a moment.
 * @param {string[]} folders @param {{ touched?: (folder: string) => void, changed: () => void }} listener
 * @returns {() => void} ends it
 */
export function watchSources(folders, { touched, changed }, quietMs = QUIET_MS) {
  const watchers = new Map();
  let timer;
  const notify = (top) => {
    touched?.(top);
    clearTimeout(timer);
    timer = setTimeout(changed, quietMs);
  };
  const follow = (folder, top) => {
    if (!watchers.has(folder)) watchers.set(folder, watcherOf(folder, top));
    for (const name of foldersIn(folder)) follow(join(folder, name), top);
  };
  const look = (folder, top, name) => {
    if (name?.endsWith('.ts')) return notify(top);
    follow(folder, top);
    // A folder that came or went, maybe with files in it.
    if (name !== null && !name.includes('.')) notify(top);
  };
  const watcherOf = (folder, top) => {
    const watcher = watch(folder, (_, name) => existsSync(folder) && look(folder, top, name));
    watcher.on('error', () => watcher.close());
    watcher.on('close', () => watchers.delete(folder));
    return watcher;
  };
  for (const folder of folders) follow(folder, folder);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** None of one that goes away meanwhile. */
function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
