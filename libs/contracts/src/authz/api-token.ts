/**
 * The form of an API token (ACCESS-1): `sw_<prefix>_<secret><check>`. The check digits distinguish a mistyped or invented
 * token from a real one without a request.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 12;
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;
const FORM = /^sw_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export interface ApiTokenParts {
  /** Public: names the token in lists and finds it in the database. */
  prefix: string;
  token: string;
}

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export function makeApiToken(): ApiTokenParts {
  const prefix = randomText(PREFIX_LENGTH);
  const body = `sw_${prefix}_${randomText(SECRET_LENGTH)}`;
  return { prefix, token: body + checkOf(body) };
}

/** The prefix of a token whose check digits are right, undefined for every other text. */
export function apiTokenPrefix(token: string): string | undefined {
  const match = FORM.exec(token);
  if (match === null || checkOf(token.slice(0, -CHECK_LENGTH)) !== match[3]) return undefined;
  return match[1];
}

export const looksLikeApiToken = (credential: string): boolean => credential.startsWith('sw_');

function checkOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let count = 0; count < CHECK_LENGTH; count++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
