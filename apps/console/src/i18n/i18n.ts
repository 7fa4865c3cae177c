/** Texts in the language of the reader: messages by key, with ICU's plurals and selections. */
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { useLingui } from '@lingui/react';
import { de } from './de.js';
import { en, type Key } from './en.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export { i18n };
export type { Key } from './en.js';
export type Values = Record<string, string | number>;
export type Translate = (key: Key, values?: Values) => string;

export function speak(language: Language): void {
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale: language, messages: language === 'de' ? de : en });
  document.documentElement.lang = language;
}

/** What a browser prefers, of those that there are. */
export const preferredLanguage = (wanted: readonly string[]): Language =>
  wanted.map((one) => one.slice(0, 2)).find((one): one is Language => Object.hasOwn(LANGUAGES, one)) ?? 'en';

export function useT(): Translate {
  const { i18n: speaking } = useLingui();
  return (key, values) => speaking._(key, values);
}
