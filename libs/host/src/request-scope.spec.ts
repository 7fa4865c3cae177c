import { describe, expect, it } from 'vitest';
import { scopeFrom, traceparentOf } from './request-scope.js';

describe('request scope', () => {
  it('continues a trace and keeps a well-formed request id', () => {
    const scope = scopeFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'job-7');
    expect(scope.requestId).toBe('job-7');
    expect(scope.parent).toEqual({ spanId: '00f067aa0ba902b7', remote: true });
    expect(scope.spanId).not.toBe('00f067aa0ba902b7');
    // Whether it is sampled is not for the client to say.
    expect(traceparentOf(scope)).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
  });

  it.each([
    [undefined],
    ['nonsense'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01'],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01'],
    ['01-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01'],
  ])('starts a new trace beside the traceparent %s', (traceparent) => {
    expect(scopeFrom(traceparent, undefined).traceId).not.toBe('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it.each([['has space'], ['x'.repeat(65)], [''], ['a\nb']])('replaces the request id %j', (id) => {
    expect(scopeFrom(undefined, id).requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
