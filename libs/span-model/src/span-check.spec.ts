import { describe, expect, it } from 'vitest';
import { rejectReason } from './span-check.js';
import { spanOf, type SpanParts } from './span.fixture.js';

const RECEIVED = 1_767_225_600_000_000;
const MINUTE = 60_000_000;

describe('a span is refused (INTAKE-4)', () => {
  it.each<[string, SpanParts, RegExp]>([
    ['a trace id of another length', { traceIdAt: -1 }, /trace id/],
    ['a span id of another length', { spanIdAt: -1 }, /span id/],
    ['an id of zeros', { id: 0 }, /trace id/],
    ['no start', { startMicros: 0 }, /start time/],
    ['no end', { hasEnd: false, durationMicros: -1 }, /end time/],
    ['more than 24 h', { durationMicros: 24 * 60 * MINUTE + 1 }, /24 hours/],
    ['a start more than 10 minutes ahead', { startMicros: RECEIVED + 10 * MINUTE + 1 }, /10 minutes/],
  ])('for %s', (_, parts, reason) => expect(rejectReason(spanOf(parts), RECEIVED)).toMatch(reason));

  it.each<[string, SpanParts]>([
    ['exactly 24 h', { durationMicros: 24 * 60 * MINUTE }],
    ['a start exactly 10 minutes ahead', { startMicros: RECEIVED + 10 * MINUTE }],
    ['an end before its start', { durationMicros: -5 }],
    ['an old start: lateness is decided by the log', { startMicros: 1 }],
  ])('but accepted with %s', (_, parts) => expect(rejectReason(spanOf(parts), RECEIVED)).toBeUndefined());
});
