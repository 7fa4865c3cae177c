/** Duplicate keys as earlier versions stored them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidBytes } from '@spanwise/contracts/log/log-message';
import { writeSpanKey } from '@spanwise/span-model/span-key';
import { keyBytes, keyWords } from '../dedup/key-set.js';
import { ORGANIZATION, type TestSpan } from '../log-slices.fixture.js';
import { newSpan, sliceOf, TestProjector } from '../projector.fixture.js';

const idsOf = ({ traceId, spanId }: TestSpan) => Buffer.from(traceId + spanId, 'hex');
let projector: TestProjector;

beforeAll(async () => {
  projector = await TestProjector.create();
});
beforeEach(() => projector.reset());
afterAll(() => projector.stop());

describe('keys that were stored for a whole hour, before minutes were kept apart', () => {
  it('still detect duplicates, beside keys of their minute', async () => {
    const [before, after] = [newSpan(), newSpan()];
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([before])));
    });
    await projector.pool.query(`with moved as (delete from dedupe_keys returning *)
      insert into dedupe_keys (shard, hour, minute, n, keys) select shard, hour, -1, n, keys from moved`);
    await projector.running(async () => {
      await projector.committed(await projector.publish(sliceOf([before, after])));
      await projector.committed(await projector.publish(sliceOf([before, after])));
    });
    expect(await projector.ledger()).toMatchObject({ counted: 2, duplicate: 3 });
  });
});

describe('keys that were stored before the identity of a span had a side', () => {
  const SERVER = 2;
  const CLIENT = 3;

  it.each([
    ['held in memory', 16_777_216],
    ['probed', 1],
  ])(
    'still detect duplicates, %s: a span that is sent again after the upgrade counts once',
    async (_, keyMemoryBytes) => {
      const [before, call] = [newSpan({ kind: SERVER }), newSpan({ kind: CLIENT })];
      await projector.running(async () => {
        await projector.committed(await projector.publish(sliceOf([before])));
      });
      const { rows } = await projector.pool.query<{ key_seed: Buffer }>('select key_seed from shard_offsets');
      // More than is held whatever the budget says.
      const keys = Buffer.alloc(80_000, 1);
      const key = new Uint32Array(4);
      writeSpanKey(key, 0, uuidBytes(ORGANIZATION), idsOf(before), 0, 16, keyWords(rows[0]!.key_seed));
      keyBytes(key).copy(keys);
      await projector.pool.query(`with moved as (delete from dedupe_keys returning *)
      insert into dedupe_keys (shard, hour, minute, n, keys) select shard, hour, minute, n, '\\x${keys.toString('hex')}' from moved`);
      await projector.running(
        async () => {
          await projector.committed(await projector.publish(sliceOf([before, call])));
          await projector.committed(await projector.publish(sliceOf([{ ...call, kind: SERVER }, before, call])));
          await projector.committed(await projector.publish(sliceOf([{ ...call, kind: SERVER }])));
        },
        { keyMemoryBytes },
      );
      expect(await projector.ledger()).toMatchObject({ counted: 3, duplicate: 4 });
    },
  );
});
