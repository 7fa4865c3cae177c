/** Requests of few bytes that become very many things (INTAKE-9), in every place of every signal that things repeat in. Pure. */
import { Random } from '@spanwise/telemetry/random';
import { packedShot } from './packed.js';
import type { Shot } from './shot.js';

interface Multitude {
  path: string;
  /** Fields on the way from the request to the thing, as opentelemetry-proto numbers them. */
  way: number[];
  /** The thing itself, empty, in hexadecimal. */
  one: string;
  /** More than so many of one request are refused. */
  most: number;
}

const RECORDS = 500_000;

/** As the operations guide says them. */
export const MULTITUDES: Readonly<Record<string, Multitude>> = {
  spans: { path: '/v1/traces', way: [1, 2], one: '1200', most: RECORDS },
  'log records': { path: '/v1/logs', way: [1, 2], one: '1200', most: RECORDS },
  'native log records': { path: '/api/v1/ingest/logs/hostile', way: [1, 2], one: '1200', most: RECORDS },
  points: { path: '/v1/metrics', way: [1, 2, 2, 5], one: '0a00', most: RECORDS },
  resources: { path: '/v1/traces', way: [], one: '0a00', most: 2 * RECORDS },
  scopes: { path: '/v1/logs', way: [1], one: '1200', most: 2 * RECORDS },
  events: { path: '/v1/traces', way: [1, 2, 2], one: '5a00', most: 2 * RECORDS },
  links: { path: '/v1/traces', way: [1, 2, 2], one: '6a00', most: 2 * RECORDS },
  attributes: { path: '/v1/logs', way: [1, 2, 2], one: '3200', most: 8 * RECORDS },
  'items of a body': { path: '/v1/logs', way: [1, 2, 2, 5, 5], one: '0a00', most: 8 * RECORDS },
  buckets: { path: '/v1/metrics', way: [1, 2, 2, 10, 1, 8], one: '1000', most: 20 * RECORDS },
  'unread fields': { path: '/v1/logs', way: [], one: '5000', most: 32 * RECORDS },
  series: { path: '/api/v1/prometheus/api/v1/write', way: [], one: '0a00', most: 2 * RECORDS },
};
const FEW = 2_000;

/** One more of it than a request may hold; made once, for it takes a while. */
export function beyondShot(name: string): Shot {
  const made = beyond.get(name) ?? shotOf(new Random(name), name, MULTITUDES[name].most + 1);
  beyond.set(name, made);
  return made;
}

const beyond = new Map<string, Shot>();

export const fewShot = (random: Random, name: string): Shot => shotOf(random, name, random.int(1, FEW));

function shotOf(random: Random, name: string, count: number): Shot {
  const { path, way, one, most } = MULTITUDES[name];
  const things = Buffer.alloc((count * one.length) / 2, one, 'hex');
  return {
    ...packedShot(random, { what: `${count} ${name}`, path, way, things }),
    ...(count > most && { tooMany: true }),
  };
}
