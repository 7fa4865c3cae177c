import { describe, expect, it } from 'vitest';
import { amount, keptMembers, oneOf, parseQuery, rangeMembers, readSearch, text, writeQuery } from './search.js';

const FIELDS = { sort: oneOf(['count', 'name']), q: text(), slow: amount() };

describe('the state in a URL', () => {
  it('is read, with what is not given as it is without', () => {
    expect(readSearch({ sort: 'name', range: '24h' }, FIELDS)).toEqual({
      state: { sort: 'name', q: '', slow: 0 },
      range: { last: '24h' },
      problems: [],
    });
  });

  it.each([
    [{ sort: 'colour' }, { member: 'sort', value: 'colour' }],
    [{ slow: 'very' }, { member: 'slow', value: 'very' }],
    [{ slow: '-3' }, { member: 'slow', value: '-3' }],
    [{ q: 'x'.repeat(193) }, { member: 'q', value: 'x'.repeat(193) }],
    [{ range: '2 weeks' }, { member: 'range', value: '2 weeks' }],
    [{ from: '1700000000000000' }, { member: 'from, to', value: '1700000000000000, ' }],
    [
      { from: '1700000000000001', to: '1700000000000000' },
      { member: 'from, to', value: '1700000000000001, 1700000000000000' },
    ],
    [{ unknown: 'member' }, { member: 'unknown', value: 'member' }],
  ])('that is broken in %j opens without it and says so', (broken, problem) => {
    const { state, range, problems } = readSearch({ ...broken } as Record<string, string>, FIELDS);
    expect(problems).toEqual([problem]);
    expect([state, range]).toEqual([{ sort: 'count', q: '', slow: 0 }, { last: '1h' }]);
  });

  it('keeps what is valid beside what is not', () => {
    const { state, problems } = readSearch({ sort: 'name', slow: 'x', q: 'shop' }, FIELDS);
    expect(state).toEqual({ sort: 'name', q: 'shop', slow: 0 });
    expect(problems).toHaveLength(1);
  });

  it('is the same after it was written', () => {
    const window = { from: 1_700_000_000_000_000, to: 1_700_000_060_000_000 };
    const query = writeQuery({ q: 'a & b=c', sort: undefined, ...rangeMembers(window) });
    expect(readSearch(parseQuery(query), FIELDS)).toEqual({
      state: { sort: 'count', q: 'a & b=c', slow: 0 },
      range: window,
      problems: [],
    });
    expect(writeQuery(rangeMembers({ last: '1h' }))).toBe('');
  });

  it('takes the range along to other screens, and no filter', () => {
    expect(keptMembers({ range: '6h', sort: 'name', environment: 'production' })).toEqual({
      range: '6h',
      environment: 'production',
    });
  });
});
