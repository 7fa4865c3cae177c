/** Members of a connector's `config`: their schema, and whether they may be shown. */
import { z } from 'zod';
import { secretFault } from './standard-webhooks.js';
import { outboundUrl, type EndpointRules } from '../egress/endpoints.js';

export interface Member<T = unknown> {
  schema: z.ZodType<T>;
  /** A secret, read back as `***`. What is not declared plain is masked. */
  masked: boolean;
  /** Set where the value says where the connector sends, alone or with others: stored secrets go nowhere else. */
  destination?: DestinationPart<T>;
}

export interface DestinationPart<T = unknown> {
  /** Equal for values that lead to the same place; shown in the audit log, so without secrets. */
  place(value: T): string;
  /** Checked when it is configured, and again at every connection. */
  leadsTo?: 'url' | 'mail-host';
}

export type Members = Record<string, Member>;
export type ConfigOf<M extends Members> = { [K in keyof M]: M[K] extends Member<infer T> ? T : never };

export const plain = <T>(schema: z.ZodType<T>): Member<T> => ({ schema, masked: false });
export const masked = <T>(schema: z.ZodType<T>): Member<T> => ({ schema, masked: true });
export const placed = <T>(member: Member<T>, destination: DestinationPart<T>) => ({ ...member, destination });

const urlMember = (schema: z.ZodType<string>, unset?: string) =>
  placed(masked(schema), { place: (url) => originOf(url === '' && unset !== undefined ? unset : url), leadsTo: 'url' });

/** Scheme, host and port. */
function originOf(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, hostname, port } = new URL(text);
  return `${protocol}//${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** Control characters, lone surrogates and bidirectional controls: neither belongs in a header, a name or an address. */
export const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/gu;
export const isSafeText = (text: string): boolean => text.search(UNSAFE) < 0;

const SAFE = 'must not contain control characters or text direction marks';

export const text = (maxLength: number) =>
  z
    .string('must be a string')
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(isSafeText, { message: SAFE });

export const requiredText = (maxLength: number) =>
  text(maxLength).refine((value) => value.trim() !== '', { message: 'must not be blank' });

/** What goes into a header, a path or a body to prove who sends: visible ASCII. */
export const credential = (maxLength: number, pattern = /^[\x21-\x7e]+$/) =>
  masked(requiredText(maxLength).refine((value) => pattern.test(value), { message: 'must be a token' }));

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

export const requiredUrl = urlMember(requiredText(2_048));
/** Empty is unset: the provider's public API. */
export const optionalUrl = (publicApi: string) => urlMember(text(2_048).default(''), publicApi);

/** Of a provider that keeps its customers apart: each region has an API of its own. */
export const region = placed(plain(z.enum(['us', 'eu'], 'must be us or eu').default('us')), { place: (name) => name });

/** Throws `EndpointRefused` when the URL may not be sent to. */
export const checkUrl = (url: string, rules: EndpointRules): void => void outboundUrl(url, rules);
