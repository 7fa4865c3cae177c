import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsServerBinary } from './config.js';
import { eventually } from './eventually.js';

export interface ScratchNats {
  url: string;
  stop: () => Promise<void>;
  /** `SIGSTOP` and `SIGCONT`: a server that is there and does not answer. */
  signal: (name: NodeJS.Signals) => void;
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
  await eventually(() => accepts(port), 10_000);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  return {
    url,
    signal: (name) => server.kill(name),
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
