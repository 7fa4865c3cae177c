import { expect, it } from 'vitest';
import { isLanguageTag } from './browser-language.js';

it.each([
  ['en-US', true],
  ['de', true],
  ['zh-Hant-TW', true],
  ['en-US@posix', false],
  ['C', false],
  ['', false],
])('%j is a language tag: %s', (language, expected) => expect(isLanguageTag(language)).toBe(expected));
