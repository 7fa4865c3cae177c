/** What may be stored in a connector's `config`, and what is shown of it (DELIVERY-1). */
import { invalidArgument, type ErrorDetail } from '@spanwise/contracts/base/errors';
import { MASK } from '@spanwise/contracts/notify/notify';
import { z } from 'zod';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { DeliveryFault } from '../egress/delivery-fault.js';
import { EndpointRefused, requireAllowed, outboundUrl, type EndpointRules } from '../egress/endpoints.js';
import { smtpPort } from '../providers/email-smtp/email-smtp.js';
import type { Members } from '../providers/members.js';
import type { Target } from '../providers/provider.js';

export type Config = Record<string, unknown>;

const MAX_DETAILS = 20;
const MAX_MEMBERS = 64;

/** The configuration as a caller may see it: what is not declared plain reads `***`; an empty text is unset. */
export function maskedConfig(members: Members, config: Config): Config {
  const shown = Object.entries(config).map(([name, value]) => {
    const plain = Object.hasOwn(members, name) && !members[name]!.masked;
    return [name, plain || value === '' ? value : MASK];
  });
  return Object.fromEntries(shown) as Config;
}

/**
 * The configuration to store: `***` replaced by what is stored, the rest checked by the type's schema. A stored secret
 * stays with the destination that it was entered for: beside another one it has to be entered again. Throws
 * `invalid_argument` that names members and never shows a value.
 */
export function configToStore(members: Members, sent: Config, stored: Config, rules: EndpointRules): Config {
  if (Object.keys(sent).length > MAX_MEMBERS) throw invalidArgument('The configuration has too many members.');
  const { merged, kept } = withStored(members, sent, stored);
  const parsed = schemaOf(members).safeParse(merged);
  if (!parsed.success) throw refused(parsed.error.issues.flatMap((issue) => detailsOf(issue, sent)));
  const moved = kept.length === 0 ? [] : changedPlaces(members, stored, parsed.data);
  const reason = `must be entered again: it was entered for another ${moved.join(' and ')}`;
  const stray = moved.length === 0 ? [] : kept.map((field) => ({ field, reason }));
  const faults = [...destinationFaults(members, parsed.data, rules), ...stray];
  if (faults.length > 0) throw refused(faults);
  // What is unset by default stays out: an answer shows what was sent, and limits.
  return Object.fromEntries(
    Object.entries(parsed.data).filter(([name, value]) => Object.hasOwn(sent, name) || !isUnset(value)),
  );
}

/**
 * What a provider sends with: the stored configuration with the defaults of everything that is unset. Where the target is
 * a URL other than the connector's, that URL takes its place and nothing that was entered for the own one goes there.
 */
export function configToSend(members: Members, stored: Config, target: Target): Config {
  const config = schemaOf(members).parse(stored);
  if (target.type !== 'webhook') return config;
  const own = Object.keys(members).find((name) => members[name]!.destination?.leadsTo === 'url');
  if (own !== undefined && sameUrl(config[own], target.value)) return config;
  const open = Object.entries(config).filter(([name]) => !members[name]!.masked);
  const elsewhere = schemaOf(members).safeParse(Object.fromEntries([...open, [own, target.value]]));
  if (own === undefined || !elsewhere.success) {
    throw new DeliveryFault('blocked_address', 'the connector sends to no other address than its own');
  }
  return elsewhere.data;
}

/** Where a configuration leads, by the members that say so; fit for the audit log. Nothing of one that is not valid. */
export function destinationOf(members: Members, config: Config): Record<string, string> {
  const { data } = schemaOf(members).safeParse(config);
  if (data === undefined) return {};
  const parts = Object.entries(members).flatMap(([name, { destination }]) =>
    destination === undefined ? [] : [[name, destination.place(data[name])]],
  );
  return Object.fromEntries(parts) as Record<string, string>;
}

/** Members of the destination that differ. */
function changedPlaces(members: Members, stored: Config, config: Config): string[] {
  const [from, to] = [destinationOf(members, stored), destinationOf(members, config)];
  return Object.keys(to).filter((name) => to[name] !== from[name]);
}

const sameUrl = (one: unknown, other: string): boolean =>
  typeof one === 'string' && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;

const schemaOf = (members: Members) =>
  z.strictObject(Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])));

const isUnset = (value: unknown): boolean =>
  value === '' || (value !== null && typeof value === 'object' && Object.keys(value).length === 0);

/** `kept`: paths of the secrets that `***` stands for. */
function withStored(members: Members, sent: Config, stored: Config): { merged: Config; kept: string[] } {
  const faults: ErrorDetail[] = [];
  const kept: string[] = [];
  const keep = (from: Config, name: string, field: string): unknown => {
    if (!Object.hasOwn(from, name) || from[name] === '') {
      faults.push({ field, reason: `is ${MASK} and nothing is stored that it could stand for` });
      return undefined;
    }
    if (!isUnset(from[name])) kept.push(field);
    return from[name];
  };
  const merged = Object.entries(sent).map(([name, value]): [string, unknown] => {
    if (!Object.hasOwn(members, name) || !members[name]!.masked) return [name, value];
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
  return { merged: Object.fromEntries(merged) as Config, kept };
}

const lowerCased = (map: unknown): Config =>
  Object.fromEntries(Object.entries((map ?? {}) as Config).map(([key, value]) => [key.toLowerCase(), value]));

/** A friendly word about what the guard would refuse at every delivery anyway. */
function destinationFaults(members: Members, config: Config, rules: EndpointRules): ErrorDetail[] {
  return Object.entries(members).flatMap(([name, { destination }]) => {
    const [value, leadsTo] = [config[name], destination?.leadsTo];
    if (leadsTo === undefined || typeof value !== 'string' || value === '') return [];
    try {
      if (leadsTo === 'url') outboundUrl(value, rules);
      else requireAllowed({ host: value, port: smtpPort(Number(config.port)), protocol: 'smtp', tls: false }, rules);
      return [];
    } catch (error) {
      if (!(error instanceof EndpointRefused)) throw error;
      return [{ field: `config.${name}`, reason: error.message }];
    }
  });
}

function detailsOf(issue: z.core.$ZodIssue, sent: Config): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: cutText(`config.${key}`, 200), reason: 'is not a member of this type' }));
  }
  const path = cutText(['config', ...issue.path.map(String)].join('.'), 200);
  const missing = issue.path.length === 1 && !Object.hasOwn(sent, issue.path[0]!);
  return [{ field: path, reason: missing ? 'is required' : issue.message }];
}

function refused(details: ErrorDetail[]) {
  const bounded = details.slice(0, MAX_DETAILS);
  return invalidArgument(`The configuration is invalid: ${bounded[0]!.field} ${bounded[0]!.reason}.`, bounded);
}
