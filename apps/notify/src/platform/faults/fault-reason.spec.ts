import { expect, it } from 'vitest';
import { notFound } from '@spanwise/contracts/base/errors';
import { logFaultsTo, reasonOf } from './fault-reason.js';

const pgError = Object.assign(new Error('duplicate key value violates unique constraint: (ann@example.org)'), {
  code: '23505',
});

it.each<[unknown, string]>([
  [pgError, 'Internal error (SQLSTATE 23505). The log of the service notify has the details.'],
  [new TypeError('x of secret'), 'Internal error (TypeError). The log of the service notify has the details.'],
  [
    Object.assign(new Error('x'), { code: 'select 1' }),
    'Internal error (unknown). The log of the service notify has the details.',
  ],
  [undefined, 'Internal error (unknown). The log of the service notify has the details.'],
  [notFound('There is no such schedule.'), 'not_found: There is no such schedule.'],
])('the reason of %s quotes no internal message', (fault, reason) => expect(reasonOf(fault)).toBe(reason));

it('the log has the message of an internal error', () => {
  const lines: object[] = [];
  logFaultsTo({ warn: (line: object) => void lines.push(line) });
  reasonOf(pgError);
  expect(lines).toMatchObject([{ error: expect.stringContaining('ann@example.org') as string }]);
});
