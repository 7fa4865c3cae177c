import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchDatabase, type ScratchDatabase } from '@spanwise/testing/scratch-database';
import { byteaArray, int2Array, int4Array, int8Array, uuidArray } from './binary-array.js';

let database: ScratchDatabase;
let client: Client;

beforeAll(async () => {
  database = await scratchDatabase('binary_array');
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const UUIDS = ['00000000-0000-7000-8000-0000000000a1', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

describe('an array in binary', () => {
  it.each<[string, Buffer, string]>([
    ['smallint[]', int2Array([0, -32_768, 32_767]), '{0,-32768,32767}'],
    ['int[]', int4Array([1, -2_147_483_648]), '{1,-2147483648}'],
    ['bigint[]', int8Array(['9223372036854775807', -1, 5]), '{9223372036854775807,-1,5}'],
    ['uuid[]', uuidArray(UUIDS), `{${UUIDS.join(',')}}`],
    ['bytea[]', byteaArray([Buffer.from('00ff5c22', 'hex'), new Uint8Array()]), '{"\\\\x00ff5c22","\\\\x"}'],
    ['bytea[]', byteaArray([]), '{}'],
  ])('is the same %s as in text', async (type, array, text) => {
    const { rows } = await client.query<{ text: string; count: number }>(
      `select $1::${type}::text as text, cardinality($1::${type}) as count, $1::${type} = $2::${type} as same`,
      [array, text],
    );
    expect(rows[0]).toMatchObject({ text, same: true });
  });

  it('does not take what is not a UUID', () => {
    expect(() => uuidArray(['00000000-0000-7000-8000-0000000000zz'])).toThrow(/UUID/);
  });
});
