import { expect, it } from 'vitest';
import { unavailable } from '@spanwise/contracts/base/errors';
import { isPassingFault } from './availability.js';

const ofServer = (code: string, message: string) => Object.assign(new Error(message), { code, severity: 'ERROR' });

it.each<[string, unknown, boolean]>([
  ['a lost connection', Object.assign(new Error('read'), { code: 'ECONNRESET' }), true],
  ['a driver that waits no longer', new Error('Query read timeout'), true],
  ['a statement that was ended', ofServer('57014', 'canceling statement due to statement timeout'), true],
  ['a deadlock', ofServer('40P01', 'deadlock detected'), true],
  ['a text that is no JSON, with that word in it', ofServer('22P02', 'invalid input: timeout'), false],
  ['a mistake of a program, with that word in it', new TypeError(`reading 'ack_timeout_seconds'`), false],
  ['an answer of ours', unavailable('The database is terminated.'), false],
  ['no error at all', 'timeout', false],
])('whether it may pass is known of %s', (_, fault, passes) => {
  expect(isPassingFault(fault)).toBe(passes);
});
