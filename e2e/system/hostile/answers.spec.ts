import { describe, expect, it } from 'vitest';
import { answerFaults } from './answers.js';
import type { Request } from './request.js';

const request = (change: Partial<Request> = {}): Request => ({
  kind: 'call',
  what: 'a call',
  method: 'GET',
  path: '/x',
  headers: {},
  as: 'viewer',
  ...change,
});
const answer = (change: object = {}) => ({ status: 200, text: '{}', tookMs: 5, retryAfter: null, ...change });
const FORBIDDEN = { paths: ['/srv/data'], marks: ['hzother'] };
const faults = (given: object, of = request()) => answerFaults(of, answer(given), FORBIDDEN);

describe('an answer', () => {
  it('that is a success, a refusal, or says when to come again is right', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ status: 404 })).toEqual([]);
    expect(faults({ status: 503, retryAfter: '2' })).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['is an internal error', { status: 500 }, /answered 500/],
    ['is unavailable and does not say for how long', { status: 503 }, /answered 503/],
    ['never comes', { status: 0, text: 'TimeoutError' }, /no answer/],
    ['comes late', { tookMs: 10_001 }, /after 10001 ms/],
    ['names a folder of the server', { status: 400, text: 'no file /srv/data/x' }, /a path of the server/],
    ['has a stack', { status: 400, text: 'at x (file:///a/dist/main.js:1:2)' }, /a stack/],
    ['has a row of another organization', { text: '["hzother"]' }, /a foreign row/],
  ])('that %s is wrong', (_, given, says) => {
    expect(faults(given)).toEqual([expect.stringMatching(says)]);
  });

  it('may repeat a frame that was sent', () => {
    const sent = request({ body: 'at x (node:internal/a)' });
    expect(faults({ text: 'at x (node:internal/a)' }, sent)).toEqual([]);
  });
});
