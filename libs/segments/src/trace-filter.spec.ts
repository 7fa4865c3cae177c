import { describe, expect, it } from 'vitest';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import {
  BLOCK_BYTES,
  blockIndex,
  mayHold,
  MAX_FILTERED_TRACES,
  traceFilterOf,
  traceHash,
  traceHashSql,
} from './trace-filter.js';

const hashOf = (id: string): bigint => {
  const { block, bits } = traceHash(id);
  return (BigInt(block) << 32n) | BigInt(bits);
};

function holds(filter: Buffer, id: string): boolean {
  const hash = traceHash(id);
  const at = blockIndex(hash.block, filter.length / BLOCK_BYTES) * BLOCK_BYTES;
  return mayHold(filter.subarray(at, at + BLOCK_BYTES), hash);
}

describe('a trace filter', () => {
  it('never leaves out a trace that is there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 300 }), (ids) => {
        const filter = traceFilterOf(ids.map(hashOf))!;
        expect(ids.filter((id) => !holds(filter, id))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves out nearly all that are not, at ten bits for each that is', () => {
    const filter = traceFilterOf(Array.from({ length: 20_000 }, (_, n) => hashOf(`there ${n}`)))!;
    expect(filter.length).toBe(25_024);
    const wrong = Array.from({ length: 20_000 }, (_, n) => `absent ${n}`).filter((id) => holds(filter, id));
    expect(wrong.length).toBeLessThan(20_000 * 0.02);
  });

  it('of no traces holds none, of too many is none', () => {
    expect(holds(traceFilterOf([])!, 'a')).toBe(false);
    expect(traceFilterOf({ length: MAX_FILTERED_TRACES + 1 } as unknown as bigint[])).toBeUndefined();
  });

  it('hashes as the engine does', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const id of ['', 'abc', 'höhe 😀', 'ab'.repeat(16)]) {
      const reader = await connection.runAndReadAll(`select ${traceHashSql('$1')}`, [id]);
      expect(reader.getRows()).toEqual([[hashOf(id)]]);
    }
    connection.closeSync();
    instance.closeSync();
  });
});
