import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { de } from './de.js';
import { en } from './en.js';
import type { Language, Translate } from './i18n.js';

/** The texts of a language, without a page. */
export function translator(language: Language): Translate {
  const speaking = setupI18n();
  speaking.setMessagesCompiler(compileMessage);
  speaking.loadAndActivate({ locale: language, messages: language === 'de' ? de : en });
  return (key, values) => speaking._(key, values);
}
