import { spawnSync } from 'node:child_process';
import { runningStack } from './running-stack.mjs';
import { entryOf, serviceEnvironment } from './services.mjs';

/** Recomputes figures from the stored spans beside a running product (docs/operations/telemetry.md). */
export async function rebuild({ dataDir, rest }) {
  const env = serviceEnvironment('apm', runningStack(dataDir));
  return spawnSync(process.execPath, [entryOf('apm'), 'rebuild', ...rest], { env, stdio: 'inherit' }).status ?? 1;
}
