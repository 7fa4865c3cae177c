import { describe, expect, it } from 'vitest';
import protobuf from 'protobufjs';
import { decodeRequest, partialSuccessOf, toProtobuf } from './otlp-proto.js';
import type { TraceRequest } from './otlp.js';

const request: TraceRequest = {
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'a' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '0102030405060708090a0b0c0d0e0f10',
              spanId: 'f1f2f3f4f5f6f7f8',
              name: 'GET /',
              kind: 2,
              flags: 0x301,
              traceState: 'ot=th:c',
              startTimeUnixNano: '1767625205828812479',
              endTimeUnixNano: '18446744073709551615',
              attributes: [
                { key: 'count', value: { intValue: '-9007199254740993' } },
                { key: 'list', value: { arrayValue: { values: [{ boolValue: false }, { doubleValue: 0.5 }] } } },
              ],
              status: { code: 2, message: 'bad' },
            },
          ],
        },
      ],
    },
  ],
};

interface Decoded {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[];
}

describe('a request as protobuf', () => {
  const decoded = decodeRequest(toProtobuf(request)) as unknown as Decoded;
  const span = decoded.resourceSpans[0]!.scopeSpans[0]!.spans[0];

  it('keeps every nanosecond', () => {
    expect(span!.startTimeUnixNano).toBe('1767625205828812479');
    expect(span!.endTimeUnixNano).toBe('18446744073709551615');
  });

  it('carries ids as bytes, not as their digits', () => {
    expect(Buffer.from(span!.traceId as number[]).toString('hex')).toBe('0102030405060708090a0b0c0d0e0f10');
    expect(span!.spanId).toHaveLength(8);
    expect(span).not.toHaveProperty('parentSpanId');
  });

  it('keeps values of every type', () => {
    expect(span!.attributes).toEqual([
      { key: 'count', value: { intValue: '-9007199254740993' } },
      { key: 'list', value: { arrayValue: { values: [{ boolValue: false }, { doubleValue: 0.5 }] } } },
    ]);
    expect(span).toMatchObject({ kind: 2, flags: 0x301, traceState: 'ot=th:c', status: { code: 2, message: 'bad' } });
  });

  it('has the field numbers of opentelemetry-proto', () => {
    const reader = protobuf.Reader.create(
      toProtobuf({
        resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '01', spanId: '02', startTimeUnixNano: '7' }] }] }],
      }),
    );
    const enter = (field: number): void => {
      expect(reader.uint32() >>> 3).toBe(field);
      reader.uint32();
    };
    [1, 2, 2].forEach(enter);
    expect(reader.uint32()).toBe((1 << 3) | 2);
    expect([...reader.bytes()]).toEqual([1]);
    expect(reader.uint32()).toBe((2 << 3) | 2);
    expect([...reader.bytes()]).toEqual([2]);
  });
});

describe('the partial success of an answer', () => {
  it('is read from its field numbers', () => {
    const inner = protobuf.Writer.create().uint32(8).int64(3).uint32(18).string('no end').finish();
    const answer = protobuf.Writer.create().uint32(10).bytes(inner).finish();
    expect(partialSuccessOf(answer)).toEqual({ rejectedSpans: 3, errorMessage: 'no end' });
  });

  it('is absent from an empty answer', () => {
    expect(partialSuccessOf(new Uint8Array())?.rejectedSpans ?? 0).toBe(0);
  });
});
