import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommittedKeys } from './committed-keys.js';
import { keyBytes, KeySet, keyWords } from './key-set.js';
import { advance, EXCEPTION_MINUTES, hourOfMinute, SLICE_MINUTES } from './watermark.js';

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

  it('take those of one that is loaded, which is then the last to be forgotten', () => {
    const keys = new CommittedKeys(1);
    for (const hour of [1, 2]) keys.put(hour, setOf(hour));
    keys.merge(1, setOf(7, 8));
    expect([keys.find(1)?.size, keys.size]).toEqual([3, 4]);
    expect(keys.find(1)?.has(Uint32Array.of(8, 0, 0, 1), 0)).toBe(true);
    expect([...setOf(1, 7, 8).toWords()].toSorted()).toEqual([...keys.find(1)!.toWords()].toSorted());
  });

  it('keep as many of the newest as have room, and say how much is left', () => {
    const bytes = setOf(1).memoryBytes;
    const keys = new CommittedKeys(3 * bytes);
    for (const hour of [1, 2, 3]) keys.put(hour, setOf(hour));
    expect(keys.memoryBytes).toBe(3 * bytes);
    keys.trim(new Set());
    expect([1, 2, 3].map((hour) => keys.find(hour) !== undefined)).toEqual([true, true, true]);
    keys.merge(1, setOf(1));
    expect(keys.makeRoom(bytes, new Set())).toBe(bytes);
    expect([1, 2, 3].map((hour) => keys.find(hour) !== undefined)).toEqual([true, false, true]);
    expect(keys.makeRoom(9 * bytes, new Set([3]))).toBe(2 * bytes);
  });

  it('that were probed are known until the next batch, and take no room', () => {
    const keys = new CommittedKeys(1);
    keys.putProbed(5, setOf(5));
    expect([keys.find(5)?.size, keys.memoryBytes]).toEqual([1, 0]);
    keys.forgetProbed();
    expect(keys.find(5)).toBeUndefined();
  });

  it('go with the hours below the floor, of slices and exceptions too (PROTO-14)', () => {
    const keys = new CommittedKeys(1_000_000);
    const hour = 490_000;
    const minutes = [60 * hour - 1, 60 * hour, SLICE_MINUTES + 60 * hour - 1, SLICE_MINUTES + 60 * hour];
    // Those of exceptions stay for an hour longer.
    const ofExceptions = [EXCEPTION_MINUTES + 60 * (hour - 1) - 1, EXCEPTION_MINUTES + 60 * (hour - 1)];
    const all = [...minutes, ...ofExceptions];
    for (const minute of all) keys.put(minute, setOf(1));
    keys.dropBelow(hour);
    expect(all.map((minute) => keys.find(minute) !== undefined)).toEqual([false, true, false, true, false, true]);
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

  it('knows the hour of every kind of minute', () =>
    expect(
      [119, SLICE_MINUTES, SLICE_MINUTES + 120, EXCEPTION_MINUTES, EXCEPTION_MINUTES + 59].map(hourOfMinute),
    ).toEqual([1, 0, 2, 1, 1]));
});
