/** A copy of the built product to break: mutants of it must be found by the proofs. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './product.js';

export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A folder with the product's programs, which `break` may change. Whatever it throws removes the folder. */
export function copyProgram(change: (root: string) => void): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'spanwise-mutant-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    mkdirSync(join(root, 'tools'));
    cpSync(join(ROOT, 'apps'), join(root, 'apps'), { recursive: true });
    for (const part of ['spanwise.mjs', 'launcher'])
      cpSync(join(ROOT, 'tools', part), join(root, 'tools', part), { recursive: true });
    for (const part of ['node_modules', 'libs', 'deploy', 'package.json', 'package-lock.json'])
      symlinkSync(join(ROOT, part), join(root, part));
    // A service that is changed no longer is what its bundle was made of, and is started without it.
    const bundles = join(ROOT, 'dist');
    if (existsSync(bundles)) cpSync(bundles, join(root, 'dist'), { recursive: true });
    change(root);
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Replaces a text that must be there exactly once: a mutant that no longer applies does not die silently. */
function editedText(text: string, { file, find, replace }: Edit): string {
  if (text.split(find).length !== 2)
    throw new Error(`the mutant no longer applies: ${file} does not hold its text once`);
  return text.replace(find, () => replace);
}

export function applyEdit(root: string, edit: Edit): void {
  const path = join(root, edit.file);
  // `libs` and others are links: an edit through one would plant the fault into the tree that the copy is of.
  if (!realpathSync(path).startsWith(join(realpathSync(root), '/')))
    throw new Error(`the mutant would change what is no copy: ${edit.file}`);
  writeFileSync(path, editedText(readFileSync(path, 'utf8'), edit));
}
