import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drainBody } from './drain-body.js';

const MIB = 1024 * 1024;
/** Who waited for this time would wait longer than a test may take. */
const PATIENT = { bytes: MIB, timeoutMs: 3_600_000 };
const IMPATIENT = { bytes: MIB, timeoutMs: 300 };
let bounds = PATIENT;
let server: Server;
let drainedMs = 0;

beforeAll(async () => {
  server = createServer((incoming, answer) => {
    const startedMs = performance.now();
    void drainBody(incoming, bounds).then(() => {
      drainedMs = performance.now() - startedMs;
      answer.writeHead(413, { connection: 'close' }).end('no');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

/** The status, or the fault of a client that was cut off. */
function send(bytes: number, goesOn = false): Promise<number | string> {
  return new Promise((resolve) => {
    const outgoing = request({ port: (server.address() as AddressInfo).port, method: 'POST' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
    outgoing.write(Buffer.alloc(bytes));
    if (!goesOn) outgoing.end();
  });
}

it('a refused body is taken to its end', async () => {
  expect(await send(512 * 1024)).toBe(413);
});

it('one that does not end is cut off in time', async () => {
  bounds = IMPATIENT;
  expect(await send(1_024, true)).toBe(413);
  expect(drainedMs).toBeGreaterThanOrEqual(IMPATIENT.timeoutMs - 20);
});

it('one that is larger than the bound is not read to its end', async () => {
  bounds = PATIENT;
  expect([413, 'EPIPE', 'ECONNRESET']).toContain(await send(64 * MIB));
});
