import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Canaries } from './canaries.js';

const canaries = new Canaries();
const canary = canaries.next();
const found = (bytes: Buffer | string) => canaries.foundIn(Buffer.from(bytes)) !== undefined;

describe('a canary', () => {
  it.each<[string, Buffer | string]>([
    ['as it is', `{"password":"${canary}"}`],
    ['in an URL', `https://a.example/${encodeURIComponent(canary)}?x=y`],
    ['in capitals', canary.toUpperCase()],
    ['in hex', `\\x${Buffer.from(canary).toString('hex')}`],
    ['in base64', Buffer.from(canary).toString('base64')],
    ['in base64 behind one letter', Buffer.from(`a${canary}b`).toString('base64')],
    ['in base64 behind two letters', Buffer.from(`ab${canary}c`).toString('base64url')],
    ['as a signing secret', canaries.nextSigningSecret()],
    ['compressed in a message', Buffer.concat([Buffer.from('head'), gzipSync(`x ${canary} y`)])],
  ])('is found %s', (_, bytes) => expect(found(bytes)).toBe(true));

  it.each<[string, Buffer | string]>([
    ['in what is masked', '{"password":"***"}'],
    ['in the canary of another run', new Canaries().next()],
    ['in what only begins like something compressed', Buffer.from([0x1f, 0x8b, 0x08, 1, 2, 3])],
  ])('is not found %s', (_, bytes) => expect(found(bytes)).toBe(false));

  it('is never the same twice', () => expect(canaries.next()).not.toBe(canaries.next()));
});
