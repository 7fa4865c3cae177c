import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  /** Keeps a copy of what JetStream holds; the server starts again where it listened, also below. */
  copyStore: () => Promise<void>;
  /** What came since the copy is gone. */
  putBackStore: () => Promise<void>;
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
  const included = users === undefined ? '' : 'include ./users.conf';
  if (users !== undefined) copyFileSync(users.file, join(folder, 'users.conf'));
  // It takes a free port itself, and says which.
  const config = `listen: "127.0.0.1:-1"
ports_file_dir: "${folder}"
max_payload: 8MB
jetstream { store_dir: "${folder}/store", ${jetstream} }
${included}
`;
  writeFileSync(join(folder, 'nats.conf'), config);
  const passwords = Object.fromEntries(PASSWORD_VARIABLES.map((name) => [name, users?.password]));
  const start = (...words: string[]) => {
    const child = spawn(natsServerBinary(), ['-c', join(folder, 'nats.conf'), ...words], {
      stdio: 'ignore',
      env: passwords,
    });
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
  };
  let server = start();
  const url = await eventually(() => urlIn(folder));
  const halt = async () => {
    server.child.kill('SIGCONT');
    server.child.kill('SIGTERM');
    await server.ended;
  };
  const restarted = async (meanwhile: () => void) => {
    // What was acknowledged is in its files; an orderly end takes seconds.
    server.child.kill('SIGKILL');
    await server.ended;
    meanwhile();
    server = start('-p', new URL(url).port);
  };
  const [store, copy] = [join(folder, 'store'), join(folder, 'copy')];
  return {
    url,
    standStill: async () => {
      server.child.kill('SIGSTOP');
      await eventually(() => hasStopped(server.child.pid!));
    },
    goOn: () => server.child.kill('SIGCONT'),
    copyStore: () => restarted(() => cpSync(store, copy, { recursive: true })),
    putBackStore: () =>
      restarted(() => {
        rmSync(store, { recursive: true });
        renameSync(copy, store);
      }),
    stop: async () => {
      await halt();
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

/** What a server has written of where it listens, once it does. */
function urlIn(folder: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith('.ports'));
  if (file === undefined) throw new Error('the NATS server does not say where it listens');
  return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { nats: string[] }).nats[0]!;
}
