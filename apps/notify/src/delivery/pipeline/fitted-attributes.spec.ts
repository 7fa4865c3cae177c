import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unstorableMember } from '@spanwise/contracts/base/storable-text';
import { fittedAttributes, MAX_ATTRIBUTE_BYTES } from './fitted-attributes.js';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('attributes of an event', () => {
  it('that have room do not change', () => {
    const attributes = { title: '🔥', labels: { service: 'cart' }, value: 1.5, user_ids: ['a'], none: null };
    expect(fittedAttributes(attributes)).toEqual(attributes);
  });

  it('keep ids, links and every recipient while texts can be cut', () => {
    const [id, url] = ['0190c5a2-0000-7000-8000-000000000000', `https://example.com/${'a'.repeat(200)}`];
    const userIds = Array.from({ length: 200 }, () => id);
    const fitted = fittedAttributes({ incident_id: id, url, user_ids: userIds, summary: '\u0001'.repeat(4_096) });
    expect(fitted).toMatchObject({ incident_id: id, url, user_ids: userIds });
    expect(bytesOf(fitted)).toBeLessThanOrEqual(MAX_ATTRIBUTE_BYTES);
  });

  it('have room and can be stored, whatever is in them', () => {
    const text = fc
      .constantFrom('\u0001', '\0', '\ud83d', '🔥', 'x', 'e\u0301', '"')
      .chain((unit) => fc.integer({ min: 1, max: 65_536 }).map((length) => unit.repeat(length / unit.length)));
    const names = fc.constantFrom('title', 'summary', 'rule', 'labels', 'service', 'incident', 'user_ids');
    const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.dictionary(names, text, { maxKeys: 4 }));
    fc.assert(
      fc.property(fc.dictionary(names, value), (attributes) => {
        const fitted = fittedAttributes(attributes);
        expect(bytesOf(fitted)).toBeLessThanOrEqual(MAX_ATTRIBUTE_BYTES);
        expect(unstorableMember(fitted)).toBeUndefined();
        expect(Object.keys(fitted)).toEqual(Object.keys(attributes));
      }),
      { numRuns: 50 },
    );
  });
});
