import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codingOf, decompress, type Coding } from './decompress.js';
import { OtlpError } from './otlp-error.js';

const MIB = 1024 * 1024;
const text = Buffer.from('spans '.repeat(5_000));
/** `spans spans spans` as the zstd program writes it. */
const ZSTD = Buffer.from('28b52ffd0458650000307370616e73200100314a11f0673591', 'hex');

describe('decompressing (API-4)', () => {
  it.each<[Coding, Uint8Array]>([
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, 100)), gzipSync(text.subarray(100))])],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
  ])('gives back what was sent as %s', async (coding, wire) => {
    expect(Buffer.from(await decompress(wire, coding)).equals(text)).toBe(true);
  });

  it.each<[string, Coding, Uint8Array]>([
    ['cut off', 'gzip', gzipSync(text).subarray(0, -5)],
    ['followed by garbage', 'gzip', Buffer.concat([gzipSync(text), Buffer.from('garbage')])],
    ['no gzip at all', 'gzip', text],
    ['no zstd at all', 'zstd', text],
    ['cut off zstd', 'zstd', ZSTD.subarray(0, 12)],
    ['empty gzip', 'gzip', new Uint8Array()],
  ])('refuses what is %s', async (_, coding, wire) => {
    await expect(decompress(wire, coding)).rejects.toThrow(OtlpError);
  });

  it('reads zstd, which Node 20 does not', async () => {
    expect(Buffer.from(await decompress(ZSTD, 'zstd')).toString()).toBe('spans spans spans');
  });

  it('stops a bomb at the limit, in bounded memory', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB), { level: 9 });
    const before = process.memoryUsage().rss;
    await expect(decompress(bomb, 'gzip')).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MIB);
  });

  it('refuses more than 200 to 1 beyond the first MiB', async () => {
    const wire = gzipSync(Buffer.alloc(8 * MIB), { level: 9 });
    await expect(decompress(wire, 'gzip')).rejects.toMatchObject({ code: 'payload_too_large' });
    expect((await decompress(gzipSync(Buffer.alloc(MIB), { level: 9 }), 'gzip')).length).toBe(MIB);
  });

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['GZIP', 'gzip'],
    ['zstd', 'zstd'],
  ])('knows the coding %s', (header, coding) => {
    expect(codingOf(header)).toBe(coding);
  });

  it.each(['br', 'gzip, gzip', 'gzip,deflate', 'compress'])('refuses the coding %s', (header) => {
    expect(() => codingOf(header)).toThrow(OtlpError);
  });
});
