import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import { de } from './de.js';
import { en, type Key } from './en.js';

const placesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))]
    // Words of plural forms look alike, and differ between languages.
    .filter((name) => text.includes(`{${name}}`) || text.includes(`{${name},`))
    .toSorted();

describe('the texts', () => {
  it.each(Object.keys(en) as Key[])('%s says the same of the same in both languages', (key) => {
    expect(de[key].trim()).not.toBe('');
    expect(placesOf(de[key])).toEqual(placesOf(en[key]));
    for (const text of [en[key], de[key]]) expect(() => compileMessage(text)).not.toThrow();
  });

  it('of both languages are the same ones', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
});
