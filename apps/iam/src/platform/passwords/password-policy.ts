import { invalidArgument } from '@spanwise/contracts/base/errors';
import { isFreeform, preparedPassword } from './opaque-string.js';

/** 8 to 256 characters of those that every device can send, common ones refused (ACCESS-4). Pure. */

const MIN_CHARS = 8;
const MAX_CHARS = 256;

const COMMON = new Set([
  'password',
  'password1',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  '12345678',
  '123456789',
  '1234567890',
  'qwertyui',
  'qwerty123',
  'qwertyuiop',
  'iloveyou',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'superman',
  'trustno1',
  'letmein1',
  'welcome1',
  'welcome123',
  'admin123',
  'administrator',
  'changeme',
  'changeme1',
  'default1',
  'abc12345',
  'abcd1234',
  '11111111',
  '00000000',
  'asdfghjk',
  'zaq12wsx',
  '1q2w3e4r',
  '1qaz2wsx',
  'dragon12',
  'monkey123',
]);

/** Why a password is refused, or undefined. */
export function passwordFault(password: string): string | undefined {
  const prepared = preparedPassword(password);
  const length = [...prepared].length;
  if (length < MIN_CHARS || length > MAX_CHARS) return `must have ${MIN_CHARS} to ${MAX_CHARS} characters`;
  if (!isFreeform(prepared))
    return 'must not have control, invisible or other characters that not every device can send';
  const plain = prepared.toLowerCase();
  if (COMMON.has(plain) || new Set(plain).size < 3 || /^spanwise[\d!@#$%^&*._-]*$/.test(plain)) {
    return 'is too common: choose one that is harder to guess';
  }
  return undefined;
}

/** Throws `invalid_argument` for a password that is refused; `field` names it in the request. */
export function requireGoodPassword(password: string, field = 'password'): void {
  const fault = passwordFault(password);
  if (fault !== undefined) throw invalidArgument(`The password ${fault}.`, [{ field, reason: fault }]);
}
