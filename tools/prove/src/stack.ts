/** A stack of its own for the proof: started by the launcher in a fresh folder, stopped at the end in any case. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { stackEnvironment } from './config.js';

const START_TIMEOUT_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 2 * 60_000;

export interface Access {
  baseUrl: string;
  intakeToken: string;
  readToken: string;
}

export interface Stack extends Access {
  dataDir: string;
  stop: () => Promise<void>;
}

interface InstanceFile {
  base_url: string;
  intake_token_file: string;
  viewer_token_file: string;
}

/** `root` is the folder of the project. */
export async function startStack(root: string): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spanwise-prove-'));
  const launcher = join(root, 'tools', 'spanwise.mjs');
  const stop = async (): Promise<void> => {
    await run(launcher, ['stop', '--data-dir', dataDir], root, STOP_TIMEOUT_MS);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const start = ['start', '--detach', '--port', 'auto', '--data-dir', dataDir];
    await run(launcher, start, root, START_TIMEOUT_MS);
    return { dataDir, stop, ...accessOf(dataDir) };
  } catch (error) {
    // The folder stays: its logs say why.
    await run(launcher, ['stop', '--data-dir', dataDir], root, STOP_TIMEOUT_MS).catch(() => undefined);
    throw new Error(`The stack did not start (${String(error)}); its data and logs are in ${dataDir}.`, {
      cause: error,
    });
  }
}

function accessOf(dataDir: string): Access {
  const inDataDir = (file: string): string => (isAbsolute(file) ? file : join(dataDir, file));
  const instance = JSON.parse(readFileSync(join(dataDir, 'instance.json'), 'utf8')) as InstanceFile;
  const token = (file: string): string => readFileSync(inDataDir(file), 'utf8').trim();
  return {
    baseUrl: instance.base_url,
    intakeToken: token(instance.intake_token_file),
    readToken: token(instance.viewer_token_file),
  };
}

async function run(launcher: string, args: string[], cwd: string, timeoutMs: number): Promise<void> {
  const password = `${randomBytes(18).toString('base64url')}-aA1`;
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env: stackEnvironment(password),
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeoutMs,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`spanwise ${args[0]} ended with ${signal ?? code}.`)),
    );
  });
}
