// One run of a program of `e2e/system`.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { findNatsServer } from './nats-binary.mjs';
import { inRoot, ROOT } from './paths.mjs';

/** Words with which Node runs a program of `tools` or `e2e/system`. @param {string} script */
export const proofWords = (script) => [
  `--import=${pathToFileURL(inRoot('e2e', 'dist', 'system', 'harness', 'ending.js')).href}`,
  inRoot(script),
];

/**
 * @param {string | string[]} program of `e2e/system`, or all words for Node @param {string[]} flags
 * @returns {Promise<import('./test.mjs').Tally>}
 */
export async function runProof(program, flags) {
  const words = [...(Array.isArray(program) ? program : proofWords(program)), ...flags];
  const env = { ...process.env, SPANWISE_NATS_SERVER_BIN: (await findNatsServer()).binary };
  const chunks = [];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.on('data', (chunk) => {
    chunks.push(chunk);
    process.stdout.write(chunk);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const tally = parseClosingLine(Buffer.concat(chunks).toString());
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** The last closing line in an output; a run that printed none counts as one failure. */
export function parseClosingLine(output) {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (last === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}
