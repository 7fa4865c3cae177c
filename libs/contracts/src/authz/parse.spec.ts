import { describe, expect, it } from 'vitest';
import { ApmQuery } from '../apm/apm.js';
import { ServiceError } from '../base/errors.js';
import { CreateApiToken } from '../iam/iam.js';
import { EventSample } from '../notify/routing.js';
import { parse } from './parse.js';

function refusal(work: () => unknown): ServiceError {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('parse', () => {
  it('returns what the declaration knows', () => {
    expect(parse(ApmQuery, { from: 1, service: 'cart', limit: 200 })).toMatchObject({
      from: 1,
      service: 'cart',
      limit: 200,
    });
  });

  it.each([
    ['an unknown member', { org_id: 'x' }, 'org_id'],
    ['a limit of 0', { limit: 0 }, 'limit'],
    ['a limit of 201', { limit: 201 }, 'limit'],
    ['a broken number', { from: 1.5 }, 'from'],
    ['an empty filter', { service: '' }, 'service'],
    ['a blank filter', { service: '  ' }, 'service'],
    ['a filter of 193 bytes in 97 characters', { service: `${'ö'.repeat(96)}x` }, 'service'],
    ['a filter with NUL', { version: 'a\0b' }, 'version'],
    ['an unknown resolution', { resolution: 'day' }, 'resolution'],
    ['an unknown direction', { direction: 'up' }, 'direction'],
  ])('refuses %s and names it', (_, data, field) => {
    const error = refusal(() => parse(ApmQuery, data));
    expect(error.kind).toBe('invalid_argument');
    expect(error.details?.map((detail) => detail.field)).toEqual([field]);
  });

  it('accepts a filter of exactly 192 bytes (APM-16)', () => {
    expect(parse(ApmQuery, { service: 'ö'.repeat(96) }).service).toHaveLength(96);
  });

  it.each([[null], ['text'], [[]], [7], [undefined]])('refuses %s in place of an object', (data) => {
    expect(refusal(() => parse(CreateApiToken, data)).kind).toBe('invalid_argument');
  });

  it('does not let a body reach the prototype', () => {
    const error = refusal(() => parse(CreateApiToken, JSON.parse('{"name":"x","__proto__":{"admin":true}}')));
    expect(error.kind).toBe('invalid_argument');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('keeps what a client names constructor in a map of names, and refuses it elsewhere', () => {
    const sample = { attributes: { constructor: 'x', toString: { constructor: {} } } };
    expect(parse(EventSample, sample).attributes).toEqual(sample.attributes);
    expect(refusal(() => parse(EventSample, { other: { constructor: 'x' } })).kind).toBe('invalid_argument');
  });
});
