import { describe, expect, it } from 'vitest';
import { SpanKind } from './span.js';
import { sideOf, writeSpanKey, type SpanSide } from './span-key.js';

const MASK = 0xffffffffn;
const mul = (a: bigint, b: bigint) => (a * b) & MASK;
const rotl = (value: bigint, by: bigint) => ((value << by) | (value >> (32n - by))) & MASK;

/** MurmurHash3 x86_128 written from its definition in plain big integers, for any length. */
function reference(bytes: Uint8Array, seed: readonly bigint[]): bigint[] {
  const c = [0x239b961bn, 0xab0e9789n, 0x38b34ae5n, 0xa1e38b93n];
  const turnsOfWord = [15n, 16n, 17n, 18n];
  const turnsOfHash = [19n, 17n, 15n, 13n];
  const added = [0x561ccd1bn, 0x0bcaa747n, 0x96cd1c35n, 0x32ac3b17n];
  const h = [...seed];
  const mix = (k: bigint, i: number) => mul(rotl(mul(k, c[i]!), turnsOfWord[i]!), c[(i + 1) % 4]!);
  const blocks = Math.floor(bytes.length / 16);
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 4; i++) {
      let k = 0n;
      for (let b = 3; b >= 0; b--) k = (k << 8n) | BigInt(bytes[block * 16 + i * 4 + b]!);
      h[i]! ^= mix(k, i);
      h[i] = (mul((rotl(h[i]!, turnsOfHash[i]!) + h[(i + 1) % 4]!) & MASK, 5n) + added[i]!) & MASK;
    }
  }
  const words = [0n, 0n, 0n, 0n];
  for (const [at, byte] of bytes.subarray(blocks * 16).entries())
    words[at >> 2]! |= BigInt(byte) << BigInt(8 * (at % 4));
  for (let i = 3; i >= 0; i--) h[i]! ^= mix(words[i]!, i);
  for (let i = 0; i < 4; i++) h[i]! ^= BigInt(bytes.length);
  const spread = () => {
    h[0] = (h[0]! + h[1]! + h[2]! + h[3]!) & MASK;
    for (let i = 1; i < 4; i++) h[i] = (h[i]! + h[0]) & MASK;
  };
  spread();
  for (let i = 0; i < 4; i++) {
    h[i] = mul(h[i]! ^ (h[i]! >> 16n), 0x85ebca6bn);
    h[i] = mul(h[i]! ^ (h[i]! >> 13n), 0xc2b2ae35n);
    h[i]! ^= h[i]! >> 16n;
  }
  spread();
  return h;
}

const organization = Uint8Array.from({ length: 16 }, (_, i) => 0xf0 + i);
const ids = Uint8Array.from({ length: 40 }, (_, i) => (i * 37 + 11) & 0xff);
const SEED = [0xdeadbeefn, 1n, 0xffffffffn, 0x80000000n];

function keyOf(
  org: Uint8Array,
  idBytes: Uint8Array,
  traceIdAt: number,
  spanIdAt: number,
  seed = SEED,
  side?: SpanSide,
): bigint[] {
  const out = new Uint32Array(6);
  writeSpanKey(out, 1, org, idBytes, traceIdAt, spanIdAt, Uint32Array.from(seed, Number), side);
  expect([out[0], out[5]]).toEqual([0, 0]);
  return [...out.subarray(1, 5)].map(BigInt);
}

describe('the duplicate key of a span', () => {
  it('has a reference that agrees with the published test of MurmurHash3', () => {
    const words = reference(Buffer.from('The quick brown fox jumps over the lazy dog'), [0n, 0n, 0n, 0n]);
    expect(words.map((word) => word.toString(16).padStart(8, '0')).join('')).toBe('2f1583c3ecee2c675d7bf66ce5e91d2c');
  });

  it('is MurmurHash3 of organization, trace id, span id and side under four secret words', () => {
    const joined = Uint8Array.from([...organization, ...ids.subarray(3, 19), ...ids.subarray(25, 33)]);
    expect(keyOf(organization, ids, 3, 25)).toEqual(reference(joined, SEED));
    for (const side of [0, 1] as const)
      expect(keyOf(organization, ids, 3, 25, SEED, side)).toEqual(reference(Uint8Array.from([...joined, side]), SEED));
  });

  it.each([
    ['UNSPECIFIED', SpanKind.Unspecified, 0],
    ['INTERNAL', SpanKind.Internal, 0],
    ['SERVER', SpanKind.Server, 1],
    ['CLIENT', SpanKind.Client, 0],
    ['PRODUCER', SpanKind.Producer, 0],
    ['CONSUMER', SpanKind.Consumer, 1],
    ['a kind of the future', 9, 0],
  ])('puts %s on its side', (_name, kind, side) => expect(sideOf(kind)).toBe(side));

  it('changes with every byte that it is made of and with every word of the secret', () => {
    const keys = new Set([keyOf(organization, ids, 3, 25).join()]);
    for (let at = 0; at < 16; at++) keys.add(keyOf(organization.with(at, 7), ids, 3, 25).join());
    for (let at = 0; at < 16; at++) keys.add(keyOf(organization, ids.with(3 + at, ids[3 + at]! ^ 1), 3, 25).join());
    for (let at = 0; at < 8; at++) keys.add(keyOf(organization, ids.with(25 + at, ids[25 + at]! ^ 1), 3, 25).join());
    for (let word = 0; word < 4; word++) keys.add(keyOf(organization, ids, 3, 25, SEED.with(word, 99n)).join());
    expect(keys.size).toBe(1 + 16 + 16 + 8 + 4);
  });
});
