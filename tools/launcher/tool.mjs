import { spawnSync } from 'node:child_process';
import { findNatsServer } from './nats-binary.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** Runs a proof or a benchmark of `tools/`, which starts its own product. */
export async function tool(script, { rest }) {
  await ensurePackages();
  await build();
  const { binary } = await findNatsServer();
  const env = { ...process.env, SPANWISE_NATS_SERVER_BIN: binary };
  return spawnSync(process.execPath, [inRoot(script), ...rest], { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}
