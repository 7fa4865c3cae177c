/** The state of a screen in the query of its URL: what is valid is taken, and what is not is said. Pure. */
import { DEFAULT_RANGE, isLast, isLastRange, MAX_RANGE_MICROS, type Range } from './range.js';

export type RawSearch = Readonly<Record<string, string>>;

export interface Field<T> {
  /** Stands where nothing was given, or nothing that can be read; it is never written into a URL. */
  fallback: T;
  /** Undefined for what cannot be read. */
  read: (text: string) => T | undefined;
}
export type Fields<S> = { [K in keyof S]: Field<S[K]> };

/** A member of a query that is not followed; `value` as it was given. */
export interface Problem {
  member: string;
  value: string;
}

export interface SearchState<S> {
  state: S;
  range: Range;
  problems: Problem[];
}

const MAX_TEXT = 192;
/** Members that belong to no screen. */
const OF_RANGE = ['range', 'from', 'to'];

export const text = (): Field<string> => ({
  fallback: '',
  read: (given) => (given.length <= MAX_TEXT ? given : undefined),
});

export const oneOf = <T extends string>(values: readonly T[]): Field<T> => ({
  fallback: values[0]!,
  read: (given) => values.find((value) => value === given),
});

export const cursor = (): Field<string> => ({ fallback: '', read: (given) => given });

/** A number that is not negative, or 0. */
export const amount = (): Field<number> => ({
  fallback: 0,
  read: (given) => (/^\d{1,9}(\.\d{1,3})?$/.test(given) ? Number(given) : undefined),
});

export function readSearch<S extends object>(raw: RawSearch, fields: Fields<S>): SearchState<S> {
  const problems: Problem[] = [];
  const entries = Object.entries(fields) as [string, Field<unknown>][];
  const state = Object.fromEntries(
    entries.map(([member, { fallback, read }]) => {
      const given = raw[member];
      const value = given === undefined ? fallback : read(given);
      if (value === undefined) problems.push({ member, value: given! });
      return [member, value ?? fallback];
    }),
  ) as S;
  const range = readRange(raw, problems);
  for (const [member, value] of Object.entries(raw))
    if (!Object.hasOwn(fields, member) && !OF_RANGE.includes(member)) problems.push({ member, value });
  return { state, range, problems };
}

const MICROS = /^\d{15,16}$/;

function readRange({ range, from, to }: RawSearch, problems: Problem[]): Range {
  if (from !== undefined || to !== undefined) {
    const window = { from: Number(from), to: Number(to) };
    const whole = MICROS.test(from ?? '') && MICROS.test(to ?? '');
    if (whole && window.from < window.to && window.to - window.from <= MAX_RANGE_MICROS) return window;
    problems.push({ member: 'from, to', value: `${from ?? ''}, ${to ?? ''}` });
  }
  if (range === undefined) return { last: DEFAULT_RANGE };
  if (isLastRange(range)) return { last: range };
  problems.push({ member: 'range', value: range });
  return { last: DEFAULT_RANGE };
}

/** What a range is in a query; undefined takes the member out. */
export function rangeMembers(range: Range): Record<'range' | 'from' | 'to', string | undefined> {
  if (!isLast(range)) return { range: undefined, from: String(range.from), to: String(range.to) };
  return { range: range.last === DEFAULT_RANGE ? undefined : range.last, from: undefined, to: undefined };
}

/** The members that are kept on the way to another screen. */
export function keptMembers(raw: RawSearch): Record<string, string> {
  const kept = [...OF_RANGE, 'environment'];
  return Object.fromEntries(Object.entries(raw).filter(([member]) => kept.includes(member)));
}

export const parseQuery = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export function writeQuery(search: Record<string, unknown>): string {
  const members = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(members.map(([member, value]) => [member, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
