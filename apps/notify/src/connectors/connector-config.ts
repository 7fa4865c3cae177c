/** What may be stored in a connector's `config`, and what is shown of it (specification 2.6, 4.6; decisions 4.2). */
import { invalidArgument, type ErrorDetail } from '@spanwise/contracts/errors';
import { MASK } from '@spanwise/contracts/notify';
import { z } from 'zod';
import { EndpointRefused, judge, outboundUrl, type EndpointRules } from '../egress/endpoints.js';
import { smtpPort } from '../providers/email-smtp/email-smtp.js';
import type { Members } from '../providers/members.js';

export type Config = Record<string, unknown>;

const MAX_DETAILS = 20;
const MAX_MEMBERS = 64;

/** The configuration as a caller may see it: what is not declared plain reads `***`; an empty text is unset. */
export function maskedConfig(members: Members, config: Config): Config {
  const shown = Object.entries(config).map(([name, value]) => {
    const plain = Object.hasOwn(members, name) && !members[name].masked;
    return [name, plain || value === '' ? value : MASK];
  });
  return Object.fromEntries(shown) as Config;
}

/**
 * The configuration to store: `***` replaced by what is stored, the rest checked by the type's schema. Throws
 * `invalid_argument` that names members and never shows a value.
 */
export function configToStore(members: Members, sent: Config, stored: Config, rules: EndpointRules): Config {
  if (Object.keys(sent).length > MAX_MEMBERS) throw invalidArgument('The configuration has too many members.');
  const parsed = schemaOf(members).safeParse(withStored(members, sent, stored));
  if (!parsed.success) throw refused(parsed.error.issues.flatMap((issue) => detailsOf(issue, sent)));
  const faults = destinationFaults(members, parsed.data, rules);
  if (faults.length > 0) throw refused(faults);
  // What is unset by default stays out: an answer shows what was sent, and limits.
  return Object.fromEntries(
    Object.entries(parsed.data).filter(([name, value]) => Object.hasOwn(sent, name) || !isUnset(value)),
  );
}

/** The stored configuration with the defaults of everything that is unset: what a provider sends with. */
export const configToSend = (members: Members, stored: Config): Config => schemaOf(members).parse(stored);

const schemaOf = (members: Members) =>
  z.strictObject(Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])));

const isUnset = (value: unknown): boolean =>
  value === '' || (value !== null && typeof value === 'object' && Object.keys(value).length === 0);

function withStored(members: Members, sent: Config, stored: Config): Config {
  const faults: ErrorDetail[] = [];
  const keep = (from: Config, name: string, field: string): unknown => {
    if (Object.hasOwn(from, name) && from[name] !== '') return from[name];
    faults.push({ field, reason: `is ${MASK} and nothing is stored that it could stand for` });
    return undefined;
  };
  const merged = Object.entries(sent).map(([name, value]): [string, unknown] => {
    if (!Object.hasOwn(members, name) || !members[name].masked) return [name, value];
    if (value === MASK) return [name, keep(stored, name, `config.${name}`)];
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [name, value];
    const before = lowerCased(stored[name]);
    const entries = Object.entries(value).map(([key, one]) => [
      key,
      one === MASK ? keep(before, key.toLowerCase(), `config.${name}.${key}`) : (one as unknown),
    ]);
    return [name, Object.fromEntries(entries)];
  });
  if (faults.length > 0) throw refused(faults);
  return Object.fromEntries(merged);
}

const lowerCased = (map: unknown): Config =>
  Object.fromEntries(Object.entries((map ?? {}) as Config).map(([key, value]) => [key.toLowerCase(), value]));

/** A friendly word about what the guard would refuse at every delivery anyway. */
function destinationFaults(members: Members, config: Config, rules: EndpointRules): ErrorDetail[] {
  return Object.entries(members).flatMap(([name, { leadsTo }]) => {
    const value = config[name];
    if (leadsTo === undefined || typeof value !== 'string' || value === '') return [];
    try {
      if (leadsTo === 'url') outboundUrl(value, rules);
      else judge({ host: value, port: smtpPort(Number(config.port)), protocol: 'smtp', tls: false }, rules);
      return [];
    } catch (error) {
      if (!(error instanceof EndpointRefused)) throw error;
      return [{ field: `config.${name}`, reason: error.message }];
    }
  });
}

function detailsOf(issue: z.core.$ZodIssue, sent: Config): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: `config.${key}`.slice(0, 200), reason: 'is not a member of this type' }));
  }
  const path = ['config', ...issue.path.map(String)].join('.').slice(0, 200);
  const missing = issue.path.length === 1 && !Object.hasOwn(sent, issue.path[0]);
  return [{ field: path, reason: missing ? 'is required' : issue.message }];
}

function refused(details: ErrorDetail[]) {
  const bounded = details.slice(0, MAX_DETAILS);
  return invalidArgument(`The configuration is invalid: ${bounded[0].field} ${bounded[0].reason}.`, bounded);
}
