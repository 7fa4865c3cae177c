import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLogMessage, encodeLogMessage, sliceDigest, uuidBytes, uuidText, type LogSlice } from './log-message.js';

const sliceOf = (bytes: Buffer): LogSlice => ({
  organizationId: randomUUID(),
  stream: 'default',
  signal: 'traces',
  encoding: 'protobuf',
  coding: 'identity',
  recordCount: 3,
  sha256: sliceDigest(bytes),
  bytes,
});

/** With buffers for all bytes, which compare by content. */
const comparable = ({ sha256, bytes, dedupeKey, ...rest }: LogSlice) => ({
  ...rest,
  sha256: Buffer.from(sha256),
  bytes: Buffer.from(bytes),
  ...(dedupeKey && { dedupeKey: Buffer.from(dedupeKey) }),
});

const traces = fc.record({
  organizationId: fc.uuid(),
  stream: fc.string({ maxLength: 60 }),
  signal: fc.constant('traces' as const),
  encoding: fc.constantFrom('protobuf' as const, 'json' as const),
  coding: fc.constantFrom('identity' as const, 'gzip' as const, 'deflate' as const, 'zstd' as const),
  recordCount: fc.nat({ max: 0xffff_ffff }),
  sha256: fc.uint8Array({ minLength: 32, maxLength: 32 }),
  bytes: fc.uint8Array({ maxLength: 200 }),
});
const everySignal = fc
  .tuple(traces, fc.option(fc.uint8Array({ minLength: 16, maxLength: 16, min: 1 })))
  .chain(([slice, dedupeKey]) =>
    fc.record({
      ...Object.fromEntries(Object.entries(slice).map(([name, value]) => [name, fc.constant(value)])),
      signal: fc.constantFrom('traces' as const, 'logs' as const, 'metrics' as const),
      encoding: fc.constantFrom('protobuf' as const, 'json' as const, 'records' as const),
      ...(dedupeKey && { dedupeKey: fc.constant(dedupeKey) }),
    }),
  ) as fc.Arbitrary<LogSlice>;

describe('log message (PROTO-4)', () => {
  it.each<[string, fc.Arbitrary<LogSlice>, string]>([
    ['SWL1 when all of it are traces', traces, 'SWL1'],
    ['SWL2 when a slice is of another signal or has a key', everySignal, 'SWL2'],
  ])('gives back every slice of every request that it carries: %s', (_, slices, magic) => {
    const needed = (slice: LogSlice) => slice.signal === 'logs';
    fc.assert(
      fc.property(fc.array(slices, { maxLength: 5 }), (carried) => {
        const message = encodeLogMessage(carried);
        if (magic === 'SWL1' || carried.some(needed)) expect(message.subarray(0, 4).toString()).toBe(magic);
        expect(decodeLogMessage(message).map(comparable)).toEqual(carried.map(comparable));
      }),
    );
  });

  it('that a former release wrote is read', () => {
    const decoded = decodeLogMessage(Buffer.from(WRITTEN_BEFORE, 'hex'));
    expect(decoded).toMatchObject([
      { signal: 'traces', stream: 'default', encoding: 'json', coding: 'identity', recordCount: 0 },
      { signal: 'traces', stream: 'höhe', encoding: 'protobuf', coding: 'gzip', recordCount: 7 },
    ]);
    for (const { bytes, sha256, dedupeKey } of decoded) {
      expect(sliceDigest(bytes).equals(sha256)).toBe(true);
      expect(dedupeKey).toBeUndefined();
    }
  });

  it('of traces is byte by byte what a former release wrote, which reads it while it is replaced', () => {
    expect(encodeLogMessage(decodeLogMessage(Buffer.from(WRITTEN_BEFORE, 'hex'))).toString('hex')).toBe(WRITTEN_BEFORE);
  });

  it('may carry no slice at all', () => {
    expect(decodeLogMessage(encodeLogMessage([]))).toEqual([]);
  });

  it.each<[string, Partial<LogSlice>]>([
    ['SWL1', {}],
    ['SWL2', { signal: 'logs', dedupeKey: randomBytes(16) }],
  ])('is refused when it is cut anywhere: %s', (_, change) => {
    const whole = encodeLogMessage([{ ...sliceOf(randomBytes(40)), ...change }]);
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

/** Two slices, written by the program before signals other than traces existed. */
const WRITTEN_BEFORE =
  '53574c310193f2c47a10700080000000000000aa57bc3a530fb2531e27616aa44e504e044b9d41aea1c0f16b843d1fddb58a1cb90000000001000764656661756c74140000007b227265736f757263655370616e73223a5b5d7d0193f2c47a10700080000000000000aa039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb810700000000010568c3b6686503000000010203';
