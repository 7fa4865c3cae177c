/** What an event says of its incident (DELIVERY-30): pure. */
import { createHash } from 'node:crypto';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { SEVERITIES, type Alert, type Severity } from '../../channels/providers/alert.js';
import type { Attributes } from '../../routing/policies/matchers.js';
import { UNSAFE } from '../../channels/providers/members.js';
import type { SourceEvent } from './source-event.js';

const STATES: Record<string, Alert['state']> = {
  'alert.triggered': 'triggered',
  'alert.escalated': 'triggered',
  'alert.acknowledged': 'acknowledged',
  'alert.resolved': 'resolved',
};
const MAX_LABELS = 20;
const MAX_NAME = 64;
const MAX_VALUE = 256;
const MAX_URL = 1_024;
/** Fits into a path as it is; what does not is replaced by its digest. */
const KEY = /^[\w:-]{1,255}$/;

/** Undefined for events that are about no incident. What is no text, or too long, is left out. */
export function alertOfEvent({ event_type: type, attributes }: SourceEvent): Alert | undefined {
  const key = [attributes.incident_id, attributes.fingerprint].find(isFilled);
  if (key === undefined || !Object.hasOwn(STATES, type)) return undefined;
  const [url, acknowledgeUrl] = [linkOf(attributes.url), linkOf(attributes.acknowledge_url)];
  return {
    state: STATES[type]!,
    key: KEY.test(key) ? key : createHash('sha256').update(key).digest('hex'),
    severity: severityOf(attributes.severity),
    labels: labelsOf(attributes.labels),
    ...(url !== undefined && { url }),
    ...(acknowledgeUrl !== undefined && { acknowledge_url: acknowledgeUrl }),
  };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Words that other tools have for the same; an unknown word is a warning, as rules have it. */
const OTHER_WORDS: Record<string, Severity> = { fatal: 'critical', high: 'error', medium: 'warning', low: 'info' };

function severityOf(value: unknown): Severity {
  const known = SEVERITIES.find((one) => one === value);
  if (known !== undefined) return known;
  return typeof value === 'string' && Object.hasOwn(OTHER_WORDS, value) ? OTHER_WORDS[value]! : 'warning';
}

function labelsOf(labels: unknown): Record<string, string> {
  if (labels === null || typeof labels !== 'object' || Array.isArray(labels)) return {};
  const texts = Object.entries(labels as Attributes).flatMap(([name, value]): [string, string][] => {
    const isShown = ['string', 'number', 'boolean'].includes(typeof value) && name.trim() !== '' && value !== '';
    return isShown ? [[oneLine(name, MAX_NAME), oneLine(String(value), MAX_VALUE)]] : [];
  });
  return Object.fromEntries(texts.slice(0, MAX_LABELS)) as Record<string, string>;
}

const oneLine = (text: string, maxLength: number): string =>
  cutText(text.replace(UNSAFE, ' ').trim(), maxLength) || '-';

/** A link of a message never leads to anything but a page. */
function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  // These end a link in the markup of chats.
  const url = href.replace(/[()|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return (protocol === 'https:' || protocol === 'http:') && url.length <= MAX_URL ? url : undefined;
}
