import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { sliceDigest, type LogSlice } from '@spanwise/contracts/log/log-message';
import { knownSourceMaps, type KnownMap } from '@spanwise/contracts/telemetry/source-maps';
import { compileMap } from './compile-map.js';
import { SourceMaps } from './source-maps.js';

const ORGANIZATION = '00000000-0000-7000-8000-0000000000a1';
const MAPS: KnownMap[] = [['m1', '1', '', 'main.js']];
const kept = compileMap(
  Buffer.from(JSON.stringify({ version: 3, sources: ['cart.ts'], names: ['total'], mappings: 'AAAAA' })),
).kept;

interface Apm {
  known?: () => Promise<object>;
  read?: () => Promise<{ head: { found: boolean }; payload: Buffer }>;
}

let maps: SourceMaps | undefined;
afterEach(() => maps?.stop());

/** Outcomes of stacks, as counted, beside what is tested. */
function sourceMaps({ known, read }: Apm = {}, patienceMs = 10_000) {
  const outcomes: Record<string, number> = {};
  let reads = 0;
  const rpc = {
    call: (contract: object) => {
      expect(contract).toBe(knownSourceMaps);
      return known?.() ?? Promise.resolve({ maps: MAPS });
    },
    callBytes: () => {
      reads++;
      return read?.() ?? Promise.resolve({ head: { found: true }, payload: Buffer.from(kept) });
    },
  };
  const inc = ({ outcome }: { outcome: string }) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
  maps = new SourceMaps(rpc as never, { stacks: { inc } } as never, patienceMs);
  return { maps, outcomes, reads: () => reads };
}

function slice(release = '1', bytes?: Buffer, file = 'main.js'): LogSlice {
  const line = JSON.stringify({
    'service.name': 'shop',
    'service.version': release,
    'exception.stacktrace': `E: x\n    at a (https://cdn/${file}:1:1)`,
  });
  const content = bytes ?? Buffer.from(`${line}\n`);
  const rest = { organizationId: ORGANIZATION, stream: 'default', signal: 'logs', encoding: 'records' } as const;
  return { ...rest, coding: 'identity', recordCount: 1, bytes: content, sha256: sliceDigest(content) };
}

const stackOf = ({ bytes, coding }: LogSlice): string =>
  (JSON.parse((coding === 'gzip' ? gunzipSync(bytes) : Buffer.from(bytes)).toString()) as Record<string, string>)[
    'exception.stacktrace'
  ]!;

describe('a slice on its way to the log', () => {
  it('gets original places, with one reading of each map', async () => {
    const { maps: applied, outcomes, reads } = sourceMaps();
    for (let time = 0; time < 3; time++)
      expect(stackOf(await applied.applied(slice()))).toBe('E: x\n    at <anonymous> (cart.ts:1:1)');
    expect([reads(), outcomes]).toEqual([1, { mapped: 3 }]);
  });

  it.each<[string, Apm, LogSlice]>([
    ['no map has its release', {}, slice('2')],
    ['apm does not say which maps there are', { known: () => Promise.reject(new Error('no')) }, slice()],
    ['the organization has none', { known: () => Promise.resolve({ maps: [] }) }, slice()],
    ['the map cannot be fetched', { read: () => Promise.reject(new Error('no')) }, slice()],
    ['the map is gone', { read: () => Promise.resolve({ head: { found: false }, payload: Buffer.alloc(0) }) }, slice()],
    [
      'the map kills its reader',
      { read: () => Promise.resolve({ head: { found: true }, payload: randomBytes(99) }) },
      slice(),
    ],
    ['it cannot be read itself', {}, slice('1', Buffer.from('{"exception.stacktrace": '))],
    ['it is of metrics', {}, { ...slice(), signal: 'metrics' }],
  ])('stays as it is where %s', async (_, apm, given) => {
    expect(await sourceMaps(apm).maps.applied(given)).toBe(given);
  });

  it('waits for maps no longer than it may', async () => {
    const { maps: applied, outcomes } = sourceMaps({ read: () => new Promise(() => undefined) }, 200);
    const given = slice();
    expect(await applied.applied(given)).toBe(given);
    expect(outcomes).toEqual({ late: 1 });
  });

  it('leaves a map that failed alone, and others work on', async () => {
    const payload = randomBytes(99);
    let isBad = true;
    const { maps: applied, reads } = sourceMaps({
      known: () => Promise.resolve({ maps: [...MAPS, ['m2', '1', '', 'other.js']] }),
      read: () => Promise.resolve({ head: { found: true }, payload: isBad ? payload : Buffer.from(kept) }),
    });
    await applied.applied(slice());
    await applied.applied(slice());
    expect(reads()).toBe(1);
    isBad = false;
    expect(stackOf(await applied.applied(slice('1', undefined, 'other.js')))).toContain('cart.ts');
  });

  it('does not read the many maps of one organization again and again', async () => {
    const many = Array.from({ length: 40 }, (_, at): KnownMap => [`m${at}`, '1', '', `f${at}.js`]);
    const { maps: applied, reads } = sourceMaps({ known: () => Promise.resolve({ maps: many }) });
    for (let at = 0; at < 40; at++) await applied.applied(slice('1', undefined, `f${at}.js`));
    expect(reads()).toBeGreaterThanOrEqual(15);
    expect(reads()).toBeLessThan(30);
  });
});
