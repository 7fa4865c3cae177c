import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsServerBinary } from './config.js';
import { eventually } from './eventually.js';

export interface ScratchNats {
  url: string;
  stop: () => Promise<void>;
  /** From then on the server is there and does not answer. */
  standStill: () => Promise<void>;
  goOn: () => void;
}

export interface ScratchNatsOptions {
  /** Further configuration, such as `sync_interval` inside `jetstream`, which has its store already. */
  jetstream?: string;
  /** A file of users to include, with the password that all of them are given. */
  users?: { file: string; password: string };
}

/** A NATS server with JetStream of its own for one test file: services answer on fixed subjects. */
export async function scratchNats({ jetstream = '', users }: ScratchNatsOptions = {}): Promise<ScratchNats> {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-nats-'));
  const port = await freePort();
  const included = users === undefined ? '' : 'include ./users.conf';
  if (users !== undefined) copyFileSync(users.file, join(folder, 'users.conf'));
  const config = `listen: "127.0.0.1:${port}"
max_payload: 8MB
jetstream { store_dir: "${folder}/store", ${jetstream} }
${included}
`;
  writeFileSync(join(folder, 'nats.conf'), config);
  const passwords = Object.fromEntries(PASSWORD_VARIABLES.map((name) => [name, users?.password]));
  const server = spawn(natsServerBinary(), ['-c', join(folder, 'nats.conf')], { stdio: 'ignore', env: passwords });
  const url = `nats://127.0.0.1:${port}`;
  await eventually(() => accepts(port));
  const ended = new Promise((resolve) => server.once('exit', resolve));
  return {
    url,
    standStill: async () => {
      server.kill('SIGSTOP');
      await eventually(() => hasStopped(server.pid!));
    },
    goOn: () => server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGCONT');
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PASSWORD_VARIABLES = ['GATEWAY', 'IAM', 'APM', 'NOTIFY', 'PROJECTOR', 'OPERATOR'].map(
  (user) => `NATS_${user}_PASSWORD`,
);

/** The signal takes a moment to reach all threads. */
function hasStopped(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
    if (stat[stat.lastIndexOf(')') + 2] !== 'T') throw new Error(`thread ${thread} of the NATS server still runs`);
  }
}

function accepts(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
