import { createHash } from 'node:crypto';
import { storable, truncateUtf8, utf8Length } from './utf8.js';

/** What a series of RED figures is about. The numbers are stored: never change one. */
export const SeriesKind = { Service: 1, Transaction: 2, Dependency: 3, Error: 4, Consumption: 5, Spans: 6 } as const;
export type SeriesKind = (typeof SeriesKind)[keyof typeof SeriesKind];

/**
 * Identity of a series within an organization. Meaning of the last three parts by kind:
 * Service `''`; Transaction: name, kind (`http|rpc|messaging|span|other`), `''`; Dependency: target, category, operation
 * or `''`; Error: fingerprint, `''`, transaction name; Consumption, which the consuming service has: queue as its senders'
 * dependencies name it, and one of `Consumption`; Spans, which counts every span of a service: `''`, kind of the spans, `''`
 * or `CLOCK_SKEW`. Every part has at most `MAX_PART_BYTES` bytes.
 */
export interface SeriesKey {
  kind: SeriesKind;
  namespace: string;
  service: string;
  environment: string;
  /** `''` = none. */
  version: string;
  name: string;
  category: string;
  detail: string;
}

/** The two series of a queue that a service takes messages from: how it processed them, and how long they had waited. */
export const Consumption = {
  Processing: { category: 'messaging', detail: '' },
  Waiting: { category: 'messaging', detail: 'wait' },
} as const;

/** Detail of the series of spans that ended before they began; they are in the series of all spans too. */
export const CLOCK_SKEW = 'clock_skew';

/** Name of what exceeds a cardinality budget. No key part made from telemetry ever equals it. */
export const OVERFLOW_NAME = '__other__';
const RENAMED_OVERFLOW = '__other__(reserved)';

export const DEFAULT_NAMESPACE = 'default';
export const UNKNOWN_ENVIRONMENT = 'unknown';
export const UNKNOWN_SERVICE = 'unknown_service';

/** Limit of a filter value in the API, so also of every key part: a longer one could not be asked for. */
export const MAX_PART_BYTES = 192;
const HASH_DIGITS = 16;

/** Printable ASCII without spaces around: nearly every name, and stored as it is. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * A key part as stored: trimmed, storable in PostgreSQL, at most 192 bytes (a longer text keeps a prefix and ends in `~` and
 * 16 hex digits of its SHA-256, so that two long names stay two), and never the reserved overflow name.
 * An empty text becomes `whenEmpty`.
 */
export function keyPart(text: string, whenEmpty = ''): string {
  if (text.length <= MAX_PART_BYTES && text !== OVERFLOW_NAME && PLAIN.test(text)) return text;
  const clean = storable(text).trim();
  if (clean === '') return whenEmpty;
  if (clean === OVERFLOW_NAME) return RENAMED_OVERFLOW;
  if (clean.length * 3 <= MAX_PART_BYTES || utf8Length(clean) <= MAX_PART_BYTES) return clean;
  const hash = createHash('sha256').update(clean).digest('hex').slice(0, HASH_DIGITS);
  return `${truncateUtf8(clean, MAX_PART_BYTES - HASH_DIGITS - 1)}~${hash}`;
}

/** One text per key: equal keys, equal texts. Parts never hold NUL (see `keyPart`), so joining is injective. */
export function seriesKeyText(key: SeriesKey): string {
  return [key.kind, key.namespace, key.service, key.environment, key.version, key.name, key.category, key.detail].join(
    '\0',
  );
}
