import { describe, expect, it } from 'vitest';
import { severityOf } from './severity.js';

describe('the severity of a log record (QUERY-9)', () => {
  it.each([
    ['ERROR', 17],
    ['error', 17],
    [' Err ', 17],
    ['ERROR3', 19],
    ['TRACE2', 2],
    ['Warning', 13],
    ['notice', 10],
    ['Information', 9],
    ['critical', 21],
    ['emerg', 24],
    ['', 0],
    ['ERROR5', 0],
    ['constructor', 0],
    ['E', 0],
  ])('is what the text %j says', (text, number) => expect(severityOf(0, text)).toBe(number));

  it('is its number first', () => {
    expect(severityOf(9, 'ERROR')).toBe(9);
    expect(severityOf(1, '')).toBe(1);
  });
});
