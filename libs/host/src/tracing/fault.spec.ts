import { describe, expect, it } from 'vitest';
import { sanitized } from './fault.js';

describe('the message of an exception', () => {
  it.each([
    ['invalid input syntax for type uuid: "hunter2"', 'invalid input syntax for type uuid: ?'],
    ['Key (email)=(a@example.org) already exists', 'Key ?? already exists'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED ?.?.?.?:?'],
    ['no answer from https://user:secret@host/path?token=1', 'no answer from ?'],
    ['bad credential obs_aaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bad credential ?'],
    ['nothing for alice@example.org here', 'nothing for ? here'],
    ['one line\nand another', 'one line'],
  ])('%j is shown as %j', (message, shown) => {
    expect(sanitized(message)).toBe(shown);
  });

  it('has a bound', () => {
    expect(sanitized('x y '.repeat(10_000))).toHaveLength(200);
  });
});
