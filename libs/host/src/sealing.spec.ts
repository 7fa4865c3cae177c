import { describe, expect, it } from 'vitest';
import { rewrapEnvelope, seal, sealEnvelope, unseal, unsealEnvelope } from './sealing.js';

const key = (kid: string, fill: number) => ({ kid, key: Buffer.alloc(32, fill) });
const OLD = key('old', 1);
const NEW = key('new', 2);
const SECRET = Buffer.from('canary-1');

describe('a sealed value', () => {
  it('is written by the first key and read by all', () => {
    const sealed = seal([OLD], SECRET, 'a');
    expect(sealed.includes(SECRET)).toBe(false);
    expect(unseal([NEW, OLD], sealed, 'a')).toEqual(SECRET);
    expect(() => unseal([NEW], sealed, 'a')).toThrow('the secret key old is not configured');
  });

  it('does not open elsewhere, nor after any change', () => {
    const sealed = sealEnvelope([OLD], SECRET, 'organization 1, connector 1');
    expect(() => unsealEnvelope([OLD], sealed, 'organization 1, connector 2')).toThrow();
    for (let at = 6; at < sealed.length; at += 3) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => unsealEnvelope([OLD], changed, 'organization 1, connector 1')).toThrow();
    }
  });
});

describe('a rewrapped envelope', () => {
  it('needs the old key no more; its value is not rewritten', () => {
    const before = sealEnvelope([OLD], SECRET, 'x');
    const after = rewrapEnvelope([NEW, OLD], before, 'x')!;
    expect(unsealEnvelope([NEW], after, 'x')).toEqual(SECRET);
    expect(after.subarray(-20)).toEqual(before.subarray(-20));
    expect(rewrapEnvelope([NEW, OLD], after, 'x')).toBeUndefined();
  });
});
