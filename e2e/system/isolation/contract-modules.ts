import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/product.js';

/** Everything that the modules of the contracts export. */
export async function exportsOfContracts(): Promise<unknown[]> {
  const folder = join(ROOT, 'libs', 'contracts', 'src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /(?<!\.spec)\.ts$/.test(name)).map((name) => join(folder, name));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>));
  return modules.flatMap((module) => Object.values(module) as unknown[]);
}
