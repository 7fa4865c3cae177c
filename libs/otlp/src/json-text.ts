import { malformed, OtlpError } from './otlp-error.js';

/** API-4. */
export const MAX_JSON_DEPTH = 64;

/** Objects and arrays of one body: `[{},{},…` would take many times its own size in memory. */
const MAX_JSON_CONTAINERS = 4_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Parses untrusted JSON: nesting is measured on the bytes first, because `JSON.parse` itself accepts any depth, and
 * 64-bit times and values that stand as bare numbers keep all their digits by becoming texts.
 */
export function parseOtlpJson(bytes: Uint8Array): unknown {
  checkJsonDepth(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  try {
    return JSON.parse(wellFormedJson(text).replaceAll(BARE_NANOS, '$1"$2"').replaceAll(BARE_INTEGERS, '$1"$2"'));
  } catch {
    throw malformed('the body is not JSON');
  }
}

const HALF = /\\u[dD][89a-fA-F]/;
/** An escape of JSON, or two of them that are a pair. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|[^])/g;

/**
 * With U+FFFD in place of halves of surrogate pairs, which JSON can write and UTF-8 cannot: names that differ in them alone are one
 * name wherever they are kept.
 */
export function wellFormedJson(text: string): string {
  if (!HALF.test(text)) return text;
  return text.replaceAll(ESCAPES, (found) => (found.length === 6 && HALF.test(found) ? '\\ufffd' : found));
}

/** A quote before the colon ends a key, so no text value can match: inside texts quotes are escaped. */
const BARE_NANOS = /(UnixNano"\s*:\s*)(\d{1,20})(?=\s*[,}\]])/g;
/** Only those that a number might not hold. */
const BARE_INTEGERS = /("(?:intValue|asInt|count|zeroCount)"\s*:\s*)(-?\d{16,20})(?=\s*[,}\]])/g;

/** Returns how many objects, arrays and members behind the first of each there are. */
export function checkJsonDepth(bytes: Uint8Array): number {
  let depth = 0;
  let containers = 0;
  let commas = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > MAX_JSON_DEPTH) throw tooMuch(`is nested deeper than ${MAX_JSON_DEPTH} levels`);
      if (++containers > MAX_JSON_CONTAINERS) throw tooMuch('holds too many objects and arrays');
    } else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (byte === COMMA) commas++;
  }
  return containers + commas;
}

const tooMuch = (what: string): OtlpError => new OtlpError('payload_too_large', `The JSON of the request ${what}.`);

export type JsonObject = Record<string, unknown>;

/** Typed access to parsed JSON; a wrong type is refused with the path of the member. Absent and null are the same. */
export function objectAt(value: unknown, path: string): JsonObject | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw malformed(`${path} must be an object`);
  return value as JsonObject;
}

export function listAt(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw malformed(`${path} must be an array`);
  return value;
}

export function textAt(value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw malformed(`${path} must be a string`);
  return value;
}

/** Enums and flags: integers, never names (OTLP/JSON). */
export function integerAt(value: unknown, path: string): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
    throw malformed(`${path} must be an integer`);
  }
  return value;
}

/** Signed 32-bit. */
export function signedAt(value: unknown, path: string): number {
  if (typeof value !== 'number' || value !== (value | 0)) throw malformed(`${path} must be an integer`);
  return value;
}

/** Unsigned 64-bit as a decimal text or a number. */
export function uint64At(value: unknown, path: string): bigint {
  if (value === undefined || value === null || value === '') return 0n;
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
    const exact = BigInt(value);
    if (exact < 1n << 64n) return exact;
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 64) return BigInt(value);
  throw malformed(`${path} must be an unsigned 64-bit integer`);
}

export function int64At(value: unknown, path: string): bigint {
  if (typeof value === 'string' && /^-?\d{1,19}$/.test(value)) {
    const exact = BigInt(value);
    if (exact === BigInt.asIntN(64, exact)) return exact;
  }
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 63)
    return BigInt.asIntN(64, BigInt(value));
  throw malformed(`${path} must be a 64-bit integer`);
}

/** Doubles that JSON has no numbers for, by the texts that stand in their place. */
export const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map(
  [Number.NaN, Infinity, -Infinity].map((double) => [String(double), double]),
);

export function doubleAt(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const special = SPECIAL_DOUBLES.get(value);
    if (special !== undefined) return special;
    if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  }
  throw malformed(`${path} must be a number`);
}

/** Bytes of a hexadecimal id, in either case; undefined when it is not one. */
export function hexBytes(text: string): Buffer | undefined {
  return text.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}
