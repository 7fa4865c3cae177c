/**
 * Requests that stay below every limit of INTAKE-9 and weigh little on the wire, of which much has to be stored: long texts
 * in many records, where they are written once for each. Pure.
 */
import type { Random } from '@spanwise/telemetry/random';
import { packedShot } from './packed.js';
import type { Shot } from './shot.js';
import { fixed64, message } from './ways.js';

interface Heavy {
  path: string;
  /** Fields on the way from the request to its records, as opentelemetry-proto numbers them. */
  way: number[];
  /** A record with its own field in front. */
  one: (text: Buffer) => Buffer;
}

/** Stands where each record says something of its own: the same span twice would be one. */
const OWN = Buffer.from('0OwnPart');
const NANOS_PER_MILLI = 1_000_000n;
const now = () => BigInt(Date.now()) * NANOS_PER_MILLI;
const textValue = (text: Buffer) => message(1, text);
const attribute = (text: Buffer) => Buffer.concat([message(1, Buffer.from('heavy')), message(2, textValue(text))]);
const span = (...more: Buffer[]) =>
  message(
    2,
    Buffer.concat([message(1, Buffer.alloc(16, 'h')), message(2, OWN), fixed64(7, now()), fixed64(8, now()), ...more]),
  );
const logRecord = (...more: Buffer[]) => message(2, Buffer.concat([fixed64(1, now()), fixed64(11, now()), ...more]));

export const HEAVY: Readonly<Record<string, Heavy>> = {
  'names of spans': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(5, text)) },
  'attributes of spans': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(9, attribute(text))) },
  'names of events': { path: '/v1/traces', way: [1, 2], one: (text) => span(message(11, message(2, text))) },
  'bodies of log records': { path: '/v1/logs', way: [1, 2], one: (text) => logRecord(message(5, textValue(text))) },
  'attributes of points': {
    path: '/v1/metrics',
    way: [1, 2, 2, 5],
    one: (text) => message(1, Buffer.concat([fixed64(3, now()), fixed64(6, 1n), message(7, attribute(text))])),
  },
};
/** A metric has a name beside its points; the field of a gauge is 5. */
const METRIC_NAME = message(1, Buffer.from('hostile'));

/** As many records with a text of `chars` as make `bytes`, before they are packed. */
export function heavyShot(random: Random, name: string, bytes: number, chars = 2 * random.int(100, 30_000)): Shot {
  const { path, way, one } = HEAVY[name];
  const record = one(Buffer.alloc(chars, random.pick(['x', 'ab', 'a b', 'é'])));
  const count = Math.max(1, Math.floor(bytes / record.length));
  const things = Buffer.alloc(count * record.length, record);
  const own = record.indexOf(OWN);
  if (own !== -1) for (let at = 0; at < count; at++) things.writeUInt32BE(at, at * record.length + own + 4);
  return packedShot(random, {
    what: `${count} ${name} of ${chars} bytes`,
    path,
    way,
    things,
    ...(path === '/v1/metrics' && { beside: METRIC_NAME }),
  });
}
