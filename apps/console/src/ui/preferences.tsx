/** What a user has chosen for this browser: theme, language, zone. It holds no data of an organization. */
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Locale } from '../lib/format.js';
import { LANGUAGES, preferredLanguage, speak, type Language } from '../i18n/i18n.js';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

interface Preferences {
  theme: Theme;
  language: Language;
  /** `local` is the zone of the browser. */
  zone: 'local' | 'UTC';
  folded: boolean;
}

const KEY = 'spanwise.preferences';

function stored(): Preferences {
  let kept: Partial<Record<keyof Preferences, unknown>> = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as typeof kept;
  } catch {
    // Nothing is stored, or by another program.
  }
  const language = Object.keys(LANGUAGES).find((one) => one === kept.language);
  return {
    theme: THEMES.find((one) => one === kept.theme) ?? 'auto',
    language: (language as Language | undefined) ?? preferredLanguage(navigator.languages),
    zone: kept.zone === 'UTC' ? 'UTC' : 'local',
    folded: kept.folded === true,
  };
}

function apply({ theme, language }: Preferences): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  speak(language);
}

interface Chosen extends Preferences {
  locale: Locale;
  choose: (change: Partial<Preferences>) => void;
}

const Context = createContext<Chosen | undefined>(undefined);

export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [preferences, setPreferences] = useState(() => {
    const first = stored();
    apply(first);
    return first;
  });
  const chosen = useMemo<Chosen>(() => {
    const zone = preferences.zone === 'UTC' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
    return {
      ...preferences,
      locale: { language: preferences.language, zone },
      choose: (change) => {
        const next = { ...preferences, ...change };
        localStorage.setItem(KEY, JSON.stringify(next));
        apply(next);
        setPreferences(next);
      },
    };
  }, [preferences]);
  return <Context value={chosen}>{children}</Context>;
}

export function usePreferences(): Chosen {
  return useContext(Context)!;
}

export const useLocale = (): Locale => usePreferences().locale;
