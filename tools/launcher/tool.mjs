import { spawn } from 'node:child_process';
import { findNatsServer } from './nats-binary.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { say } from './progress.mjs';
import { inTestRun } from './test-run.mjs';
import { build, ensurePackages } from './workspace.mjs';

/** Runs a program of `tools/`, which starts its own product. */
export async function tool(script, { rest }) {
  await ensurePackages();
  await build();
  const { binary } = await findNatsServer();
  const { result, leftBehind } = await inTestRun(() => exitCodeOf([inRoot(script), ...rest], binary));
  for (const words of leftBehind) say(`left behind: ${words}`);
  return result;
}

function exitCodeOf(words, natsServer) {
  const env = { ...process.env, SPANWISE_NATS_SERVER_BIN: natsServer };
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
