import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'nats';
import { natsServerBinary } from './config.js';
import { eventually } from './eventually.js';

export interface ScratchNats {
  url: string;
  stop: () => Promise<void>;
  /** `SIGSTOP` and `SIGCONT`: a server that is there and does not answer. */
  signal: (name: NodeJS.Signals) => void;
}

/** A NATS server with JetStream of its own for one test file: services answer on fixed subjects. */
export async function scratchNats(): Promise<ScratchNats> {
  const folder = mkdtempSync(join(tmpdir(), 'spanwise-nats-'));
  const port = await freePort();
  const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder];
  const server = spawn(natsServerBinary(), args, { stdio: 'ignore' });
  const url = `nats://127.0.0.1:${port}`;
  await eventually(
    async () => (await connect({ servers: url, timeout: 500, maxReconnectAttempts: 0 })).close(),
    10_000,
  );
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
