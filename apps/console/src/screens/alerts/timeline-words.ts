/** What happened to an incident, in words. Pure: the language is that of the given translator. */
import type { Schemas } from '@spanwise/api-client/client';
import type { Key, Translate } from '../../i18n/i18n.js';
import { time, type Locale } from '../../lib/format.js';

export type TimelineEntry = Schemas['TimelineEntry'];

export interface EntryWords {
  text: string;
  /** What a person wrote. */
  quote?: string;
}

export interface EntryContext {
  t: Translate;
  locale: Locale;
  nameOf: (userId: string) => string;
  /** Of the rule's figure. */
  valueText: (value: number) => string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Of a kind that this page does not know its name is shown. */
export function entryWords({ kind, actor, details }: TimelineEntry, context: EntryContext): EntryWords {
  const { t, nameOf } = context;
  const who = actor === undefined ? t('product') : nameOf(actor);
  const value = valueWords(details.value, context);
  switch (kind) {
    case 'opened':
      return { text: t('entryOpened', { severity: severityWord(details.severity, t), value }) + heldWords(details, t) };
    case 'reopened':
      return {
        text: t('entryReopened', { severity: severityWord(details.severity, t), value }) + heldWords(details, t),
      };
    case 'severity_raised': {
      const [from, to] = [details.from, details.severity].map((severity) => severityWord(severity, t));
      return { text: t('entrySeverityRaised', { from: from!, to: to! }) + heldWords(details, t) };
    }
    case 'severity_lowered': {
      const [from, to] = [details.from, details.severity].map((severity) => severityWord(severity, t));
      return { text: t('entrySeverityLowered', { from: from!, to: to!, value }) };
    }
    case 'breached':
      return { text: t('entryBreached', { value }) };
    case 'recovering':
      return { text: t('entryRecovering', { value }) };
    case 'revised':
      return { text: t('entryRevised', { value }) };
    case 'flapping':
      return { text: t('entryFlapping') };
    case 'silenced':
      return { text: t('entrySilenced', { who, until: until(details, context) }), ...quoteOf(details.comment) };
    case 'snoozed':
      return { text: t('entrySnoozed', { who, until: until(details, context) }) };
    case 'acknowledged':
      return { text: t('entryAcknowledged', { who: actor === undefined ? fromOutside(details, t) : who }) };
    case 'assigned':
      return {
        text:
          details.user_id === null
            ? t('entryUnassigned', { who })
            : t('entryAssigned', { who, whom: nameOf(text(details.user_id)) }),
      };
    case 'commented':
      return { text: t('entryCommented', { who }), ...quoteOf(details.text) };
    case 'feedback':
      return {
        text: t('entryFeedback', { who, verdict: known('feedback_', details.verdict, FEEDBACKS, t) }),
        ...quoteOf(details.comment),
      };
    case 'notified':
      return { text: notifiedWords(details, t) };
    case 'delivery':
      return { text: deliveryWords(details, context) };
    case 'paged':
      return { text: pagedWords(details, t) };
    case 'merged':
      return { text: details.by === undefined ? t('entryMerged', { value }) : t('entryCause', follows(details)) };
    case 'inhibited':
      return {
        text:
          t('entryInhibited', follows(details)) + (details.is_told === true ? '' : t('notNotified', { reason: '' })),
      };
    case 'held':
      return { text: t('entryHeld') + heldWords(details, t) };
    case 'fault_found':
      return { text: t('entryFaultFound', { fault: faultWords(details, t) }) };
    case 'fault_over':
      return { text: t('entryFaultOver', { fault: faultWords(details, t) }) };
    case 'failed':
      return { text: t('entryFailed'), ...quoteOf(details.reason) };
    case 'resolved':
      return {
        text:
          details.reason === 'by_hand'
            ? t('entryEnded', { who })
            : t('entryResolved', { reason: endWords(text(details.reason), t) }),
      };
    default:
      return { text: String(kind satisfies never) };
  }
}

const quoteOf = (said: unknown) => (text(said) === '' ? {} : { quote: text(said) });

const until = ({ until_micros: at }: Record<string, unknown>, { locale }: EntryContext): string =>
  time(number(at), locale, { seconds: false });

const valueWords = (value: unknown, { t, valueText }: EntryContext): string =>
  typeof value === 'number' ? t('theValue', { value: valueText(value) }) : '';

/** A word of a list that the page knows; else the API's own. */
function known<Word extends string>(
  prefix: 'severity_' | 'feedback_' | 'ended_' | 'fault_' | 'held_' | 'event_' | 'undelivered_',
  word: unknown,
  words: readonly Word[],
  t: Translate,
): string {
  return words.some((one) => one === word) ? t(`${prefix}${text(word)}` as Key) : text(word);
}

const FEEDBACKS = ['useful', 'noise', 'duplicate'];
const FAULTS = ['lag', 'replay', 'unreachable', 'no_gateway', 'refusing', 'gap', 'standstill'];
const EVENTS = ['triggered', 'acknowledged', 'resolved'];
const UNDELIVERED = ['no_recipient', 'no_route', 'no_policy', 'policy_failed'];
const SEVERITIES = ['critical', 'error', 'warning', 'info'];
const ENDS = [
  'recovered',
  'missing_series',
  'rule_changed',
  'rule_disabled',
  'rule_deleted',
  'platform_healthy',
  'by_hand',
];
const HELD = [
  'catching_up',
  'awaiting_cause',
  'failed',
  'inhibited',
  'grouped',
  'group_wait',
  'snoozed',
  'silence_secs',
  'acknowledged',
  'notified_before',
  'muted',
];

const severityWord = (severity: unknown, t: Translate): string => known('severity_', severity, SEVERITIES, t);

/** Why it ended. */
export const endWords = (reason: string, t: Translate): string => known('ended_', reason, ENDS, t);

/** What is wrong with the platform, and of what. */
export function faultWords({ reason, gateway_id: gateway, shard }: Record<string, unknown>, t: Translate): string {
  const of = [text(gateway), typeof shard === 'number' ? t('shardNamed', { shard }) : ''].filter((one) => one !== '');
  const word = known('fault_', reason, FAULTS, t);
  return of.length === 0 ? word : `${word} (${of.join(', ')})`;
}

function heldReason({ held, silence }: Record<string, unknown>, t: Translate): string {
  if (held === 'muted' && text(silence) !== '') return t('heldBySilence', { silence: text(silence) });
  return known('held_', held, HELD, t);
}

function heldWords(details: Record<string, unknown>, t: Translate): string {
  return details.held === undefined ? '' : t('notNotified', { reason: `: ${heldReason(details, t)}` });
}

/** Why there was no notification of the newest fault; undefined once there was, or where nothing suppressed it. */
export function whyQuiet(entries: readonly TimelineEntry[], t: Translate): string | undefined {
  const context = ['opened', 'reopened', 'severity_raised', 'notified'];
  const last = entries.findLast(({ kind }) => context.includes(kind));
  return last?.details.held === undefined ? undefined : heldReason(last.details, t);
}

function notifiedWords({ reason, was }: Record<string, unknown>, t: Translate): string {
  if (reason === 'repeated') return t('entryRepeated');
  const { reason: held, silence, service, group } = record(was);
  if (held === 'muted') return t('entryNotifiedMuted', { silence: text(silence) });
  if (held === 'snoozed') return t('entryNotifiedSnoozed');
  if (held === 'awaiting_cause') return t('entryNotifiedAwaited', { service: text(service) || '–' });
  if (held === 'inhibited') return t('entryNotifiedInhibited', { service: text(service) || '–' });
  if (held === 'grouped' || held === 'group_wait') return t('entryNotifiedGroup', { group: text(group) });
  return t('entryNotified');
}

/** Of a reason that this page does not know its name is shown. */
function deliveryWords(
  { status, connector, target, recipient_user_id: user, reason, event_type: event }: Record<string, unknown>,
  { t, nameOf }: EntryContext,
): string {
  const what = known('event_', text(event).replace('alert.', ''), EVENTS, t);
  if (connector === undefined && status === 'skipped')
    return t('deliveryNone', { what, reason: known('undelivered_', reason, UNDELIVERED, t) });
  if (connector === undefined) return t('deliveryWaits', { what });
  const to = [user === undefined ? '' : nameOf(text(user)), text(target)].filter((one) => one !== '').join(', ');
  const words = { what, connector: text(connector), to, reason: text(reason) };
  switch (status) {
    case 'success':
    case 'acknowledged':
      return t('deliverySent', words);
    case 'failed':
      return t('deliveryFailed', words);
    case 'skipped':
      return t('deliverySkipped', words);
    default:
      return t('deliveryPending', words);
  }
}

function pagedWords({ loop, step, targets, deliveries }: Record<string, unknown>, t: Translate): string {
  const people = list(targets).reduce<number>((sum, target) => sum + number(record(target).users), 0);
  return t('entryPaged', { round: number(loop) + 1, step: number(step) + 1, people, messages: number(deliveries) });
}

const follows = ({ root_service: service, path, traces, shared }: Record<string, unknown>) => ({
  service: text(service),
  path: list(path).join(' → '),
  traces: number(traces),
  shared: number(shared),
});

/** A link of a mail, or a user in a chat. */
function fromOutside({ by, chat_user: user, recipient }: Record<string, unknown>, t: Translate): string {
  if (by === 'chat') return t('somebodyInChat', { user: text(user) });
  return by === 'link' ? t('somebodyByLink', { recipient: text(recipient) || '–' }) : t('product');
}
