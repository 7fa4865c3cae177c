import { describe, expect, it } from 'vitest';
import { makeInParts, type PartMaker } from './in-parts.js';

/** Numbers from 0 up to 1, the same for a seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Line {
  id: number;
  bytes: number;
  /** No engine takes it. */
  isPoison: boolean;
}

class Refused extends Error {}

/** An engine that holds `room` bytes, and what was asked of it. */
function engineOf(room: number) {
  const asked = { refusals: 0, controls: 0, passing: new Set<number>() };
  const maker: PartMaker<Line[], Line[]> = {
    make: async (part) => {
      for (const { id } of part) if (asked.passing.delete(id)) throw new Error('no room on the disk');
      if (!part.some(({ isPoison }) => isPoison) && part.reduce((sum, { bytes }) => sum + bytes, 0) <= room)
        return part;
      asked.refusals++;
      throw new Refused();
    },
    halve: async (part) => {
      const cut = Math.floor(part.length / 2);
      return cut === 0 ? undefined : [part.slice(0, cut), part.slice(cut)];
    },
    isOfData: (error) => error instanceof Refused,
    control: async () => void asked.controls++,
  };
  return { maker, asked };
}

/** Many small records, a few large ones, runs of poison: each batch has shapes of its own. */
function batchOf(next: () => number, room: number): Line[] {
  const [poison, large] = [next() < 0.5 ? 0 : next() ** 3, next() ** 2 / 4];
  let isRun = false;
  return Array.from({ length: 1 + Math.floor(next() ** 2 * 150) }, (_, id) => {
    if (next() < 0.1) isRun = next() < poison;
    const bytes = Math.ceil(next() < large ? next() * room * 1.2 : (next() * room) / 20);
    return { id, bytes, isPoison: isRun || next() < poison / 10 };
  });
}

describe('a batch that the engine refuses', () => {
  it('is made but for the records that it takes in no part, each in one place (1,000 random shapes)', async () => {
    const next = numbersOf(28);
    for (let shape = 0; shape < 1_000; shape++) {
      const room = 1 + Math.floor(next() * 5_000);
      const batch = batchOf(next, room);
      const { maker, asked } = engineOf(room);
      const { made, givenUp } = await makeInParts(batch, maker);
      const impossible = batch.filter(({ isPoison, bytes }) => isPoison || bytes > room);
      expect(givenUp.map(({ part }) => part)).toEqual(impossible.map((line) => [line]));
      expect(made.flat()).toEqual(batch.filter((line) => !impossible.includes(line)));
      expect(asked.controls).toBe(impossible.length);
    }
  });

  it('is no batch to give up for a cause that passes, wherever that comes in between (1,000 random shapes)', async () => {
    const next = numbersOf(29);
    for (let shape = 0; shape < 1_000; shape++) {
      const room = 1 + Math.floor(next() * 5_000);
      const batch = batchOf(next, room);
      const { maker, asked } = engineOf(room);
      asked.passing.add(Math.floor(next() * batch.length));
      await expect(makeInParts(batch, maker)).rejects.toThrow('no room on the disk');
      const { made, givenUp } = await makeInParts(batch, maker);
      expect(made.flat().length + givenUp.length).toBe(batch.length);
      expect(givenUp.every(({ part: [line] }) => line!.isPoison || line!.bytes > room)).toBe(true);
    }
  });

  it('is never given up while not even a small record is taken', async () => {
    const { maker } = engineOf(0);
    const control = async () => Promise.reject(new Refused('nothing works'));
    const batch = batchOf(numbersOf(1), 1);
    await expect(makeInParts(batch, { ...maker, control })).rejects.toThrow('nothing works');
  });

  it('holds up others for a bounded number of attempts, whatever is in it', async () => {
    const batch = Array.from({ length: 10_000 }, (_, id) => ({ id, bytes: 1, isPoison: true }));
    const { maker, asked } = engineOf(1);
    const { made, givenUp } = await makeInParts(batch, maker, 500);
    expect(made).toEqual([]);
    expect(givenUp.flatMap(({ part }) => part)).toEqual(batch);
    expect(asked.refusals).toBeLessThan(3_000);
  });
});
