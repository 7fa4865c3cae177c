import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeLogMessage, encodeLogMessage, sliceDigest, uuidBytes, uuidText, type LogSlice } from './log-message.js';

const slice = (bytes: Buffer, stream = 'default'): LogSlice => ({
  organizationId: randomUUID(),
  stream,
  encoding: 'protobuf',
  coding: 'identity',
  spanCount: 3,
  sha256: sliceDigest(bytes),
  bytes,
});

describe('log message', () => {
  it('gives back every slice of every request that it carries', () => {
    const slices = [
      slice(randomBytes(100)),
      { ...slice(randomBytes(1), 'höhe'), encoding: 'json' as const, coding: 'gzip' as const },
      slice(Buffer.alloc(0)),
    ];
    const decoded = decodeLogMessage(encodeLogMessage(slices));
    expect(
      decoded.map(({ sha256, bytes, ...rest }) => ({
        ...rest,
        sha256: Buffer.from(sha256),
        bytes: Buffer.from(bytes),
      })),
    ).toEqual(
      slices.map(({ sha256, bytes, ...rest }) => ({ ...rest, sha256: Buffer.from(sha256), bytes: Buffer.from(bytes) })),
    );
  });

  it('may carry no slice at all', () => {
    expect(decodeLogMessage(encodeLogMessage([]))).toEqual([]);
  });

  it('is refused when it is cut anywhere', () => {
    const whole = encodeLogMessage([slice(randomBytes(40))]);
    for (let length = 0; length < whole.length; length++) {
      if (length === 4) continue; // just the magic: a message without slices
      expect(() => decodeLogMessage(whole.subarray(0, length)), `cut at ${length}`).toThrow(/log message/);
    }
  });

  it('keeps organization ids as text', () => {
    const id = randomUUID();
    expect(uuidText(uuidBytes(id))).toBe(id);
    expect(() => uuidBytes('not-a-uuid')).toThrow();
  });
});
