import { spawn, spawnSync } from 'node:child_process';
import { Failure } from './progress.mjs';

const TAIL_LINES = 25;

/**
 * Runs a command to its end. On failure throws a `Failure` with the last lines of its output and `advice`.
 * @param {string} command @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, advice?: string }} [options]
 */
export async function run(command, args, options = {}) {
  const output = [];
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => {
      output.push(Buffer.from(error.message));
      resolve(127);
    });
    child.on('close', resolve);
  });
  const text = Buffer.concat(output).toString();
  if (code === 0) return text;
  const tail = text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  throw new Failure(
    `${command} ${args.slice(0, 3).join(' ')} failed (exit code ${code}):\n${tail}\n\n${options.advice ?? ''}`,
  );
}

/** Output of a command that may be absent; undefined when it fails. */
export function probe(command, args) {
  const result = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
