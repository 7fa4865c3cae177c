/** A set of 128-bit keys in typed arrays: 16 bytes a key at a load of at most one half, no objects. */
const WORDS = 4;
const SMALLEST = 64;

export class KeySet {
  size = 0;
  /** Some keys were stored before the identity of a span had a side: a span with such a key is a duplicate on either side. */
  hasKeysWithoutSide = false;
  private capacity: number;
  private slots: Uint32Array;
  private used: Uint8Array;

  constructor(expected = 0) {
    this.capacity = SMALLEST;
    while (this.capacity < expected * 2) this.capacity *= 2;
    this.slots = new Uint32Array(this.capacity * WORDS);
    this.used = new Uint8Array(this.capacity);
  }

  get memoryBytes(): number {
    return this.slots.byteLength + this.used.byteLength;
  }

  has(key: Uint32Array, at: number): boolean {
    return this.used[this.find(key, at)] === 1;
  }

  /** False when the key was there already. */
  add(key: Uint32Array, at: number): boolean {
    let slot = this.find(key, at);
    if (this.used[slot] === 1) return false;
    if (this.size * 2 >= this.capacity) {
      this.grow();
      slot = this.find(key, at);
    }
    this.used[slot] = 1;
    for (let word = 0; word < WORDS; word++) this.slots[slot * WORDS + word] = key[at + word]!;
    this.size++;
    return true;
  }

  addAll(keys: Uint32Array): void {
    for (let at = 0; at < keys.length; at += WORDS) this.add(keys, at);
  }

  /** All keys, one after the other. */
  toWords(): Uint32Array {
    const words = new Uint32Array(this.size * WORDS);
    let at = 0;
    for (let slot = 0; slot < this.capacity; slot++) {
      if (this.used[slot] === 0) continue;
      words.set(this.slots.subarray(slot * WORDS, (slot + 1) * WORDS), at);
      at += WORDS;
    }
    return words;
  }

  private find(key: Uint32Array, at: number): number {
    const mask = this.capacity - 1;
    const { slots, used } = this;
    // Keys are hashes already: their first word spreads them.
    for (let slot = key[at]! & mask; ; slot = (slot + 1) & mask) {
      const base = slot * WORDS;
      const free = used[slot] === 0;
      const same =
        slots[base] === key[at] &&
        slots[base + 1] === key[at + 1] &&
        slots[base + 2] === key[at + 2] &&
        slots[base + 3] === key[at + 3];
      if (free || same) return slot;
    }
  }

  private grow(): void {
    const { slots, used, capacity } = this;
    this.capacity *= 2;
    this.slots = new Uint32Array(this.capacity * WORDS);
    this.used = new Uint8Array(this.capacity);
    this.size = 0;
    for (let slot = 0; slot < capacity; slot++) if (used[slot] === 1) this.add(slots, slot * WORDS);
  }
}

/** Little-endian bytes of keys, as they are stored. */
export function keyBytes(words: Uint32Array): Buffer {
  return Buffer.from(words.buffer, words.byteOffset, words.byteLength);
}

export function keyWords(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(bytes.length / 4);
  new Uint8Array(words.buffer).set(bytes);
  return words;
}
