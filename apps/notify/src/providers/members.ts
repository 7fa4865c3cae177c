/** Members of a connector's `config`: their schema, and whether they may be shown. */
import { z } from 'zod';
import { secretFault } from './standard-webhooks.js';
import { outboundUrl, type EndpointRules } from '../egress/endpoints.js';

export interface Member<T = unknown> {
  schema: z.ZodType<T>;
  /** Read back as `***`. What is not declared plain is masked (decisions 4.2). */
  masked: boolean;
  /** Where the connector will send: judged when it is configured, and again at every connection. */
  leadsTo?: 'url' | 'mail-host';
}

export type Members = Record<string, Member>;
export type ConfigOf<M extends Members> = { [K in keyof M]: M[K] extends Member<infer T> ? T : never };

export const plain = <T>(schema: z.ZodType<T>): Member<T> => ({ schema, masked: false });
export const masked = <T>(schema: z.ZodType<T>): Member<T> => ({ schema, masked: true });
export const maskedUrl = <T>(schema: z.ZodType<T>): Member<T> => ({ schema, masked: true, leadsTo: 'url' });

/** Control characters, lone surrogates and bidirectional controls: neither belongs in a header, a name or an address. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
export const isSafeText = (text: string): boolean => !UNSAFE.test(text);

/** Whether every text of the value can be kept as JSON by the database: no NUL, no broken pair. */
export function isStorable(value: unknown): boolean {
  let storable = true;
  JSON.stringify(value, (key, one: unknown) => {
    if (UNSTORABLE.test(key) || (typeof one === 'string' && UNSTORABLE.test(one))) storable = false;
    return one;
  });
  return storable;
}
const UNSTORABLE = /[\0\p{Cs}]/u;

const SAFE = 'must not contain control characters or text direction marks';

export const text = (maxLength: number) =>
  z
    .string('must be a string')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(isSafeText, { message: SAFE });

export const requiredText = (maxLength: number) =>
  text(maxLength).refine((value) => value.trim() !== '', { message: 'must not be blank' });

/** Optional; signs what is sent (Standard Webhooks). */
export const signingSecret = masked(
  text(512)
    .superRefine((value, context) => {
      const fault = secretFault(value);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .default(''),
);

export const timeoutSecs = plain(
  z.int('must be a whole number').min(1, 'must be from 1 to 60').max(60, 'must be from 1 to 60').default(10),
);

export const requiredUrl = maskedUrl(requiredText(2_048));
/** Empty is unset: the provider's public origin. */
export const optionalUrl = maskedUrl(text(2_048).default(''));

/** Throws `EndpointRefused` when the URL may not be sent to. */
export const checkUrl = (url: string, rules: EndpointRules): void => void outboundUrl(url, rules);
