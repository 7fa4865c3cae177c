import { spawnSync } from 'node:child_process';
import { inRoot, ROOT } from './paths.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** Runs a proof or a benchmark of `tools/`, which starts its own product. */
export async function tool(script, { rest }) {
  await ensurePackages();
  await build();
  return spawnSync(process.execPath, [inRoot(script), ...rest], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
