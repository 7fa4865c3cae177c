/** One request of protobuf around many things of one sort, packed below the ratio behind which a body ends as a bomb. Pure. */
import { gzipSync } from 'node:zlib';
import { snapped } from '@spanwise/otlp/remote-write.fixture';
import type { Random } from '@spanwise/telemetry/random';
import type { Shot } from './shot.js';
import { message } from './ways.js';

interface Packed {
  what: string;
  path: string;
  /** Fields on the way from the request to the things. */
  way: number[];
  things: Buffer;
  /** Stands beside what holds the things. */
  beside?: Buffer;
}

/** Below 200 to 1. */
const RATIO = 150;
/** A field that no message has. */
const PADDING = 500;

export function packedShot(random: Random, { what, path, way, things, beside = Buffer.alloc(0) }: Packed): Shot {
  const padding = message(PADDING, Buffer.from(random.hex(Math.ceil(things.length / RATIO)), 'hex'));
  const request = way
    .toReversed()
    .reduce<Buffer>(
      (inner, field, at) => message(field, at === 1 ? Buffer.concat([beside, inner]) : inner),
      Buffer.concat([things, padding]),
    );
  const isRemoteWrite = path.includes('prometheus');
  return {
    kind: 'telemetry',
    what,
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/x-protobuf',
      'content-encoding': isRemoteWrite ? 'snappy' : 'gzip',
    },
    body: isRemoteWrite ? snapped(request) : gzipSync(request, { level: 1 }),
    as: 'ingest',
  };
}
