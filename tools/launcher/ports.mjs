import { randomInt } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sharedTmp } from './paths.mjs';
import { Failure } from './progress.mjs';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8080;
/** gateway, iam, apm, notify, projector: the gateway's port and the ones after it. */
export const SERVICE_ORDER = ['gateway', 'iam', 'apm', 'notify', 'projector'];
const BLOCKS = 200;

export function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Below the ports that systems use for outgoing connections: one of those may be given a free port before it is used. */
const [LOWEST_ANY, HIGHEST_ANY] = [15_000, 32_000];

const CLAIMS = join(sharedTmp(), `spanwise-ports-${process.getuid?.() ?? 'any'}`);
/** A database is made and migrated before the last of a product's processes listens. */
const CLAIM_MS = 180_000;

/** A chosen port is free until something listens: no other choice takes it meanwhile. */
function claim(port) {
  mkdirSync(CLAIMS, { recursive: true, mode: 0o700 });
  const file = join(CLAIMS, String(port));
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch {
    if (Date.now() - statSync(file).mtimeMs < CLAIM_MS) return false;
    utimesSync(file, new Date(), new Date());
    return true;
  }
}

/** `count` free ports after each other, any of them; the first of them. */
async function anyPorts(count) {
  for (let attempt = 0; attempt < BLOCKS; attempt++) {
    const first = randomInt(LOWEST_ANY, HIGHEST_ANY);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean) && ports.every(claim)) return first;
  }
  throw new Failure(`No free port was found between ${LOWEST_ANY} and ${HIGHEST_ANY}.`);
}

/** Any free port. */
export const anyPort = () => anyPorts(1);

async function takenIn(first) {
  for (let port = first; port < first + SERVICE_ORDER.length; port++) if (!(await isFree(port))) return port;
  return undefined;
}

/**
 * Ports of the five services. An explicitly given port that is taken is an error; the default moves on to the next block.
 * @param {string | undefined} asked a number, `auto`, or undefined for the default
 */
export async function servicePorts(asked) {
  let first =
    asked === undefined ? DEFAULT_PORT : asked === 'auto' ? await anyPorts(SERVICE_ORDER.length) : Number(asked);
  for (let block = 0; block < BLOCKS; block++) {
    const taken = await takenIn(first);
    if (taken === undefined) {
      const ports = Object.fromEntries(SERVICE_ORDER.map((service, index) => [service, first + index]));
      return { ports, moved: asked === undefined && first !== DEFAULT_PORT };
    }
    if (asked !== undefined && asked !== 'auto') {
      throw new Failure(
        `Port ${taken} is taken (the services use ${first} to ${first + SERVICE_ORDER.length - 1}). Choose another with --port.`,
      );
    }
    first = taken + 1;
  }
  throw new Failure('No free block of five ports was found. Choose one with --port.');
}

const OTLP_GRPC_PORT = 4317;

/**
 * Port of OTLP over gRPC; 0 when it is off. Given explicitly it must be free; else it is the default, or that of the last
 * start where a port of the services was asked for, or any.
 * @param {string | undefined} given @param {string | undefined} asked as of the services: `auto` leaves the default alone
 * @param {number | undefined} remembered
 */
export async function otlpGrpcPort(given, asked, remembered) {
  if (given !== undefined && given !== '') {
    const port = Number(given);
    if (port !== 0 && !(await isFree(port)))
      throw new Failure(`Port ${given} of SPANWISE_OTLP_GRPC_PORT is taken. Choose another, or 0 for none.`);
    return port;
  }
  const wanted = asked === undefined ? [OTLP_GRPC_PORT] : [remembered, ...(asked === 'auto' ? [] : [OTLP_GRPC_PORT])];
  for (const port of wanted) if (port && (await isFree(port))) return port;
  return anyPort();
}

/** The remembered port when it is still free, else any. */
export async function rememberedPort(port) {
  return port !== undefined && (await isFree(port)) ? port : anyPort();
}
