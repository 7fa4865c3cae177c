/** The moment that ranges such as "last hour" end at: the same for all of a page, and moved on by a refresh. */
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

const REFRESH_MS = 60_000;

interface Clock {
  nowMs: number;
  refresh: () => void;
}

const Context = createContext<Clock | undefined>(undefined);

export function ClockProvider({ children }: { children: ReactNode }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    // A hidden page sends no requests.
    const timer = setInterval(() => document.visibilityState === 'visible' && setNowMs(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const clock = useMemo(() => ({ nowMs, refresh: () => setNowMs(Date.now()) }), [nowMs]);
  return <Context value={clock}>{children}</Context>;
}

export const useClock = (): Clock => useContext(Context)!;
