import { describe, expect, it } from 'vitest';
import type { TraceRequest } from '@spanwise/telemetry/otlp';
import { offsetToNow, place, rekey, TimeBounds } from './shift.js';

const MINUTE = 60_000_000_000n;

describe('the offset to now', () => {
  it.each([
    ['exactly two minutes', 2n * MINUTE, 2n * MINUTE],
    ['almost three minutes', 3n * MINUTE - 1n, 2n * MINUTE],
    ['less than a minute', MINUTE - 1n, 0n],
    ['into the past, rounded down as well', -MINUTE - 1n, -2n * MINUTE],
    ['a whole minute into the past', -MINUTE, -MINUTE],
  ])('%s', (_, distance, expected) => {
    const last = 1_674_981_908_525_913_991n;
    expect(offsetToNow(last, last + distance)).toBe(expected);
  });
});

const request = (): TraceRequest => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.namespace', value: { stringValue: 'old' } }] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: 'aa'.repeat(16),
              spanId: 'bb'.repeat(8),
              startTimeUnixNano: '1000000000000000001',
              endTimeUnixNano: '0',
              events: [{ timeUnixNano: '1000000000000000002' }],
              links: [{ traceId: 'cc'.repeat(16), spanId: 'dd'.repeat(8) }],
            },
            { traceId: 'aa'.repeat(16), spanId: 'ee'.repeat(8), parentSpanId: 'bb'.repeat(8) },
          ],
        },
      ],
    },
  ],
});

describe('placing a request', () => {
  const placed = place(request(), { offsetNanos: MINUTE, namespace: 'prove-1' });
  const [first, second] = placed.resourceSpans?.[0].scopeSpans?.[0].spans ?? [];

  it('moves every time by the offset and leaves a missing one missing', () => {
    expect(first.startTimeUnixNano).toBe('1000000060000000001');
    expect(first.events?.[0].timeUnixNano).toBe('1000000060000000002');
    expect(first.endTimeUnixNano).toBe('0');
    expect(second.startTimeUnixNano).toBeUndefined();
  });

  it('gives it a namespace of its own', () => {
    expect(placed.resourceSpans?.[0].resource?.attributes).toEqual([
      { key: 'service.namespace', value: { stringValue: 'prove-1' } },
    ]);
  });

  it('gives new ids of the same length and keeps parents and links intact', () => {
    expect(first.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(first.traceId).not.toBe('aa'.repeat(16));
    expect(second.traceId).toBe(first.traceId);
    expect(second.parentSpanId).toBe(first.spanId);
    expect(first.links?.[0].spanId).toBe(rekey('dd'.repeat(8), 'prove-1'));
    expect(first).not.toHaveProperty('parentSpanId');
  });

  it('gives other ids in another namespace', () => {
    expect(rekey('aa'.repeat(16), 'prove-2')).not.toBe(first.traceId);
  });
});

it('bounds are the starts, and the newest time of any kind', () => {
  const bounds = new TimeBounds();
  bounds.add(request());
  expect(bounds).toMatchObject({
    spans: 2,
    lastStartNanos: 1_000_000_000_000_000_001n,
    lastNanos: 1_000_000_000_000_000_002n,
  });
});
