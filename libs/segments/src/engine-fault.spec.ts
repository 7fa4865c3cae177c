import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isFaultOfData } from './engine-fault.js';
import { heldLineBytes, lineWeight, SegmentEngine } from './segment-engine.js';

const MIB = 1_048_576;
/** The least that the projector can be given. */
const LEAST_MEMORY = 64 * MIB;

async function engineIn(memoryBytes: number): Promise<{ engine: SegmentEngine; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-fault-'));
  const engine = await SegmentEngine.start({ memoryBytes, threads: 1, spillFolder: join(folder, 'spill') });
  onTestFinished(async () => {
    engine.close();
    await rm(folder, { recursive: true });
  });
  return { engine, folder };
}

/** A segment of `rows` lines whose text has so many characters that do not repeat. */
async function segmentOf({ engine, folder }: Awaited<ReturnType<typeof engineIn>>, rows: number, characters: number) {
  const lines = Array.from({ length: rows }, (_, index) => {
    const text = randomBytes(characters / 2).toString('hex');
    return `{"_timestamp":${(index * 7_919) % 10_007},"_shard":0,"_epoch":0,"_seq":1,"_slice":0,"_index":${index},"body":"${text}"}\n`;
  });
  const path = join(folder, `${rows}`);
  await writeFile(path, lines.join(''));
  const weight = lines.reduce((sum, line) => sum + lineWeight(line.length), 0);
  return { weight, file: engine.fromLines('logs', path, lines[0]!.length + 20, `${path}.parquet`) };
}

describe('what the engine is known to hold', () => {
  it.each([
    ['records that say nothing', 16_000, 8],
    ['usual records', 12_000, 560],
    ['records of 8,000 characters', 1_000, 8_000],
    ['a few large records', 11, 700_000],
    ['one record', 1, 8_000_000],
  ])('with the least memory that it can be given: %s', async (_, rows, characters) => {
    const { file, weight } = await segmentOf(await engineIn(LEAST_MEMORY), rows, characters);
    expect(weight / heldLineBytes(LEAST_MEMORY)).toBeGreaterThan(0.85);
    expect(weight / heldLineBytes(LEAST_MEMORY)).toBeLessThanOrEqual(1);
    expect((await file).rows).toBe(rows);
  });
});

describe('a fault of the engine', () => {
  it('lies in the data when there is too much of them, or a value that it does not take', async () => {
    const scene = await engineIn(LEAST_MEMORY);
    const { file } = await segmentOf(scene, 1, 40_000_000);
    const error = await file.catch((fault: unknown) => fault);
    expect(isFaultOfData(error)).toBe(true);
    const path = join(scene.folder, 'refused');
    for (const line of ['{"_timestamp":"never"}', '{"_timestamp":1,', '{"_timestamp":99999999999999999999}']) {
      await writeFile(path, `${line}\n`);
      const refusal = await scene.engine
        .fromLines('logs', path, 100, `${path}.parquet`)
        .catch((fault: unknown) => fault);
      expect(isFaultOfData(refusal), String(refusal)).toBe(true);
    }
  });

  it('passes when its place is gone', async () => {
    const { engine, folder } = await engineIn(LEAST_MEMORY);
    const path = join(folder, 'lines');
    const attempt = () =>
      engine.fromLines('logs', path, 100, join(folder, 'gone', 'x.parquet')).catch((e: unknown) => e);
    const missing = await attempt();
    expect(missing).toBeInstanceOf(Error);
    expect(isFaultOfData(missing), String(missing)).toBe(false);
    await writeFile(path, '{"_timestamp":1}\n');
    const nowhere = await attempt();
    expect(nowhere).toBeInstanceOf(Error);
    expect(isFaultOfData(nowhere), String(nowhere)).toBe(false);
  });

  it.each([
    'IO Error: Could not write to file "/w/1.parquet": No space left on device',
    "Out of Memory Error: failed to offload data block of size 256.0 KiB (0 bytes/0 bytes used).\nThis limit was set by the 'max_temp_directory_size' setting.",
    'Out of Memory Error: Allocation failure',
    'IO Error: Cannot open file "/w/1": Permission denied',
    'INTERRUPT Error: Interrupted!',
    'INTERNAL Error: Attempted to access index 3 within vector of size 3',
    'FATAL Error: Failed: database has been invalidated because of a previous fatal error.',
    'Connection Error: Connection was never established or has been closed already',
    'something that was never seen',
  ])('passes, or may pass: %s', (message) => {
    expect(isFaultOfData(new Error(message))).toBe(false);
  });

  it('is not what something else says', () => {
    for (const error of [
      undefined,
      'Out of Memory Error: failed to allocate',
      new Error('timeout: Out of Memory Error: x'),
    ])
      expect(isFaultOfData(error)).toBe(false);
  });
});
