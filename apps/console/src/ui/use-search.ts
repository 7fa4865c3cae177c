/** The state of a screen, which is in the URL alone. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { windowOf, type Range, type Window } from '../lib/range.js';
import { rangeMembers, readSearch, type Fields, type RawSearch, type SearchState } from '../lib/search.js';
import { useClock } from './clock.js';

export const useRawSearch = (): RawSearch => useSearch({ strict: false }) as RawSearch;

type Change = Record<string, string | undefined>;

/** Changes members of the query; `undefined` and an empty text take one out. A change of what is listed begins at its first page. */
export function useChangeSearch(): (change: Change, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return (change, options) => {
    const search = (before: Change) => ({ ...before, cursor: undefined, ...change });
    void navigate({ to: '.', search: search as never, ...options });
  };
}

export interface ScreenSearch<S> extends SearchState<S> {
  raw: RawSearch;
  window: Window;
  change: ReturnType<typeof useChangeSearch>;
  setRange: (range: Range) => void;
}

/** `fields` is a constant of its screen. */
export function useScreenSearch<S extends object>(fields: Fields<S>): ScreenSearch<S> {
  const raw = useRawSearch();
  const { nowMs } = useClock();
  const change = useChangeSearch();
  return useMemo(() => {
    const read = readSearch(raw, fields);
    const setRange = (range: Range) => change(rangeMembers(range));
    return { ...read, raw, change, setRange, window: windowOf(read.range, nowMs) };
    // `change` is another function each time, and does the same.
  }, [raw, fields, nowMs]);
}
