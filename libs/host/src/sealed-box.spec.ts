import { expect, it } from 'vitest';
import { SealedBoxKey, sealTo } from './sealed-box.js';

const keyOf = (fill: number) => new SealedBoxKey([{ kid: 'k', key: Buffer.alloc(32, fill) }]);
const PLAIN = Buffer.from('{"password":"canary-2"}');

it('a box is read by the holders of the keyring alone, and by every one of them', () => {
  const box = sealTo(keyOf(1).publicKey, PLAIN);
  expect(Buffer.from(box, 'base64').includes('canary')).toBe(false);
  expect(keyOf(1).open(box)).toEqual(PLAIN);
  expect(() => keyOf(2).open(box)).toThrow();
  const rotated = [2, 1].map((fill) => ({ kid: `k${fill}`, key: Buffer.alloc(32, fill) }));
  expect(new SealedBoxKey(rotated).open(box)).toEqual(PLAIN);
  expect(sealTo(keyOf(1).publicKey, PLAIN)).not.toBe(box);
});

it.each(['', 'AAAA', Buffer.alloc(200).toString('base64')])('what is no box (%s) is refused', (text) => {
  expect(() => keyOf(1).open(text)).toThrow();
});
