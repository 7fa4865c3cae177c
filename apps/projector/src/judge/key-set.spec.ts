import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommittedKeys } from './committed-keys.js';
import { keyBytes, KeySet, keyWords } from './key-set.js';
import { advance } from './watermark.js';

// Few values, so that words collide while keys differ.
const word = fc.constantFrom(0, 1, 2, 0xffff_ffff, 64, 128);
const key = fc.tuple(word, word, word, word).map((words) => Uint32Array.from(words));

describe('a key set', () => {
  it('holds exactly the keys that were added, also across its bytes', () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), fc.array(key, { maxLength: 20 }), (keys, others) => {
        const set = new KeySet();
        const reference = new Set<string>();
        for (const one of keys) {
          expect(set.add(one, 0)).toBe(!reference.has(one.join()));
          reference.add(one.join());
        }
        const restored = new KeySet();
        restored.addAll(keyWords(keyBytes(set.toWords())));
        for (const one of [...keys, ...others]) {
          expect([set.has(one, 0), restored.has(one, 0)]).toEqual([
            reference.has(one.join()),
            reference.has(one.join()),
          ]);
        }
        expect([set.size, restored.size]).toEqual([reference.size, reference.size]);
      }),
    );
  });
});

describe('the committed keys', () => {
  const setOf = (...first: number[]) => {
    const set = new KeySet();
    for (const value of first) set.add(Uint32Array.of(value, 0, 0, 1), 0);
    return set;
  };

  it('forget the hours that were not used for longest when they outgrow their memory, and none that is in use', () => {
    const keys = new CommittedKeys(1);
    for (const hour of [1, 2, 3]) keys.put(hour, setOf(hour));
    keys.trim(new Set([2]));
    expect([1, 2, 3].map((hour) => keys.find(hour) !== undefined)).toEqual([false, true, false]);
  });

  it('do not take new keys of an hour that is not loaded: loading brings them', () => {
    const keys = new CommittedKeys(1_000_000);
    keys.merge(7, setOf(1));
    expect(keys.find(7)).toBeUndefined();
  });
});

describe('the watermark (PROTO-13, PROTO-14)', () => {
  const HOUR = 3_600_000_000;

  it('follows the newest log time and never falls, nor does the floor', () => {
    const first = advance({ micros: 0, floorHour: 0 }, 100 * HOUR, 24 * HOUR);
    expect(first).toEqual({ micros: 100 * HOUR, floorHour: 76 });
    expect(advance(first, 50 * HOUR, 24 * HOUR)).toEqual(first);
    expect(advance(first, 101 * HOUR, 48 * HOUR).floorHour).toBe(76);
    expect(advance(first, 100 * HOUR, 2 * HOUR).floorHour).toBe(98);
  });
});
