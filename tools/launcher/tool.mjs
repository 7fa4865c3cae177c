import { spawn } from 'node:child_process';
import { findNatsServer } from './nats-binary.mjs';
import { ROOT } from './paths.mjs';
import { say } from './progress.mjs';
import { proofWords } from './proof-run.mjs';
import { inTestRun } from './test-run.mjs';
import { build, ensurePackages } from './workspace.mjs';

/**
 * Runs a proof, a benchmark or a test runner, which starts its own product.
 * @param {string | string[]} program a program of `tools/`, or all words for Node
 */
export async function tool(program, { rest }) {
  await ensurePackages();
  await build();
  const { binary } = await findNatsServer();
  const words = Array.isArray(program) ? program : proofWords(program);
  const { result, leftBehind } = await inTestRun(() => exitCodeOf([...words, ...rest], binary));
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
