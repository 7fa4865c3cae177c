/** A seeded source of randomness (sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number | string) {
    const hash = hashOf(String(seed));
    this.a = hash;
    this.b = hash ^ 0x9e3779b9;
    this.c = hash ^ 0x243f6a88;
    for (let round = 0; round < 12; round++) this.uint32();
  }

  /** 0 <= x < 1 */
  next(): number {
    return this.uint32() / 2 ** 32;
  }

  /** Whole numbers from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  /** One of the items, each as often as its share of all weights. */
  weighted<T extends { weight: number }>(items: readonly T[]): T {
    let rest = this.next() * items.reduce((sum, item) => sum + item.weight, 0);
    for (const item of items) {
      rest -= item.weight;
      if (rest < 0) return item;
    }
    return items[items.length - 1]!;
  }

  /** Latencies are skewed to the right: half of the values lie below `median`, a few far above. */
  logNormal(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.next()));
  }

  /** Lower-case hex of `bytes` random bytes, never all zero. */
  hex(bytes: number): string {
    let text = '';
    while (text.length < bytes * 2) text += this.uint32().toString(16).padStart(8, '0');
    text = text.slice(0, bytes * 2);
    return /^0+$/.test(text) ? `1${text.slice(1)}` : text;
  }

  shuffle<T>(items: T[]): T[] {
    for (let at = items.length - 1; at > 0; at--) {
      const other = this.int(0, at);
      [items[at], items[other]] = [items[other]!, items[at]!];
    }
    return items;
  }

  private uint32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
