/** Moments as senders write them (INTAKE-14). Pure. */
import type { Fields, FieldValue } from '@spanwise/otlp/telemetry-rows';

export const NANOS_PER_MICRO = 1_000n;

const DECIMAL = /^(\d{10,19})(?:\.(\d{1,9})\d*)?$/;
/** RFC 3339, with the usual liberties: a blank for the T, a comma before the fraction, no zone for UTC, no colon in it. */
const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9})\d*)? ?(?:([Zz]|UTC|GMT)|([+-]\d\d):?(\d\d)?)?$/;
/** Of other forms that begin with a date and a time, what the platform makes of them, to the millisecond. */
const DATE_AND_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** By how many digits an integer of seconds, milliseconds, microseconds or nanoseconds of the years 2001 to 5138 has. */
const nanosPerUnit = (integer: bigint): bigint | undefined => {
  if (integer < 1_000_000_000n) return undefined;
  if (integer < 100_000_000_000n) return 1_000_000_000n;
  if (integer < 100_000_000_000_000n) return 1_000_000n;
  return integer < 100_000_000_000_000_000n ? NANOS_PER_MICRO : 1n;
};

/** Nanoseconds since the epoch, with all digits that the sender gave; undefined of what is no moment. */
export function momentNanos(value: FieldValue | undefined): bigint | undefined {
  if (typeof value === 'string') return ofDigits(DECIMAL.exec(value)) ?? ofDate(value);
  if (typeof value === 'bigint') return ofDigits([String(value), String(value)]);
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 1e9) return undefined;
  // A double says seconds to the microsecond, and hardly more.
  const whole = BigInt(Math.trunc(value));
  const unit = nanosPerUnit(whole)!;
  if (Number.isInteger(value)) return whole * unit;
  return BigInt(Math.round((value * Number(unit)) / 1_000)) * NANOS_PER_MICRO;
}

function ofDigits(found: readonly (string | undefined)[] | null): bigint | undefined {
  if (found === null) return undefined;
  const whole = BigInt(found[1]!);
  const unit = nanosPerUnit(whole);
  return unit && whole * unit + (BigInt(fraction(found[2])) * unit) / 1_000_000_000n;
}

const fraction = (digits = ''): string => digits.padEnd(9, '0');

function ofDate(text: string): bigint | undefined {
  const [, date, time, digits, , hours, minutes = '00'] = RFC_3339.exec(text) ?? [];
  if (date === undefined && !DATE_AND_TIME.test(text)) return undefined;
  const ms = Date.parse(
    date === undefined ? text : `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`,
  );
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(date === undefined ? 0 : fraction(digits));
}

/** The record at that moment; what its microseconds do not say is in the exact time beside them. */
export const timed = (record: Fields, nanos: bigint | undefined): Fields =>
  nanos === undefined ? record : { ...timesOf(nanos), ...record };

export function timesOf(nanos: bigint): Fields {
  const micros = nanos / NANOS_PER_MICRO;
  return { _timestamp: Number(micros), ...(micros * NANOS_PER_MICRO !== nanos && { time_unix_nano: nanos }) };
}
