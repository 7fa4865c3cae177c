/**
 * Which of the names beyond a budget are frequent: Space-Saving (Metwally, Agrawal, El Abbadi 2005) with a fixed number of
 * counters. A name with more than total / COUNTERS requests always has a counter, and no counter exceeds the true number by
 * more than its `error`, at most total / COUNTERS. Pure; equal offers in equal order make equal counters.
 */
import { createHash } from 'node:crypto';
import { ByteReader, ByteWriter } from '@spanwise/span-model/bytes';

export const COUNTERS = 512;

/** Names are known by 48 bits of their SHA-256: two that share them are taken for one only while both are folded. */
export const nameId = (name: string): number => createHash('sha256').update(name).digest().readUIntBE(0, 6);

interface Counter {
  count: number;
  /** How much of `count` may belong to other names. */
  error: number;
}

export class HeavyHitters {
  private readonly counters = new Map<number, Counter>();

  get size(): number {
    return this.counters.size;
  }

  /** Counts requests of a name; returns how many it has had for certain. */
  offer(id: number, requests: number): number {
    let counter = this.counters.get(id);
    if (counter === undefined) {
      counter = { count: 0, error: 0 };
      if (this.counters.size >= COUNTERS) {
        const least = this.least();
        const { count } = this.counters.get(least)!;
        counter = { count, error: count };
        this.counters.delete(least);
      }
      this.counters.set(id, counter);
    }
    counter.count += requests;
    return counter.count - counter.error;
  }

  forget(id: number): void {
    this.counters.delete(id);
  }

  encode(): Buffer {
    const out = new ByteWriter();
    out.varint(this.counters.size);
    for (const [id, { count, error }] of [...this.counters].sort(([a], [b]) => a - b)) {
      out.varint(id);
      out.varint(count);
      out.varint(error);
    }
    return Buffer.from(out.finish());
  }

  static decode(bytes: Uint8Array): HeavyHitters {
    const hitters = new HeavyHitters();
    const reader = new ByteReader(bytes);
    for (let left = reader.varint(); left > 0; left--) {
      const id = reader.varint();
      hitters.counters.set(id, { count: reader.varint(), error: reader.varint() });
    }
    return hitters;
  }

  /** Ties go by id, so that the order of insertion, which a restart forgets, decides nothing. */
  private least(): number {
    let least = -1;
    let leastCount = Infinity;
    for (const [id, { count }] of this.counters) {
      if (count > leastCount || (count === leastCount && id > least)) continue;
      least = id;
      leastCount = count;
    }
    return least;
  }
}
