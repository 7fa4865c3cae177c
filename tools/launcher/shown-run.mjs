import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

/**
 * Runs a program of Node's; what it says is shown at once where it is `visible`. After `limitMs` it is killed.
 * @param {string[]} words @param {NodeJS.ProcessEnv} env @param {{ visible?: boolean, limitMs?: number }} [options]
 * @returns {Promise<{ code: number | null, output: string }>} no code where a signal ended it
 */
export function show(words, env, { visible = false, limitMs } = {}) {
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = limitMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        chunks.push(chunk);
        if (visible) process.stdout.write(chunk);
      });
    }
    child.on('exit', () => clearTimeout(timer));
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
