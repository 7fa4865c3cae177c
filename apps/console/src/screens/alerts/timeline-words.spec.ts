import { describe, expect, it } from 'vitest';
import { translator } from '../../i18n/translators.fixture.js';
import { endWords, entryWords, whyQuiet, type TimelineEntry } from './timeline-words.js';

const telling = (language: 'en' | 'de') => ({
  t: translator(language),
  locale: { language, zone: 'UTC' },
  nameOf: (id: string) => id.toUpperCase(),
  valueText: (value: number) => `${value} ms`,
});
const entry = (kind: string, details: Record<string, unknown> = {}, actor?: string) =>
  ({ id: '1', at: 0, kind, details, actor }) as TimelineEntry;
const UNTIL = { until_micros: Date.parse('2026-01-02T08:00:00Z') * 1_000 };
const CAUSE = { by: 'i', root: 'i', root_service: 'cart', path: ['shop', 'cart'], traces: 10, shared: 7 };

const ENTRIES: [TimelineEntry, string, string][] = [
  [
    entry('opened', { severity: 'critical', value: 7, step: 1 }),
    'It began: critical, the value was 7 ms.',
    'Es begann: kritisch, der Wert war 7 ms.',
  ],
  [
    entry('opened', { severity: 'info', value: null, held: 'muted', silence: 'Friday' }),
    'It began: info. Not notified: the silence Friday is about it.',
    'Es begann: Hinweis. Nicht gemeldet: die Stummschaltung Friday betrifft es.',
  ],
  [
    entry('reopened', { reason: 'breached_again', severity: 'error', value: 8, held: 'silence_secs' }),
    'It began again: error, the value was 8 ms. Not notified: the same was notified a moment ago.',
    'Es begann von Neuem: Fehler, der Wert war 8 ms. Nicht gemeldet: dasselbe wurde gerade erst gemeldet.',
  ],
  [
    entry('severity_lowered', { from: 'critical', severity: 'warning', value: 8 }),
    'It got better: from critical to warning, the value was 8 ms.',
    'Es wurde besser: erst kritisch, jetzt Warnung, der Wert war 8 ms.',
  ],
  [
    entry('severity_raised', { from: 'warning', severity: 'critical', held: 'acknowledged' }),
    'It got worse: from warning to critical. Not notified: it was acknowledged.',
    'Es wurde schlimmer: erst Warnung, jetzt kritisch. Nicht gemeldet: jemand hat es übernommen.',
  ],
  [
    entry('breached', { value: 9 }),
    'It is beyond the threshold again, the value was 9 ms.',
    'Die Schwelle ist wieder überschritten, der Wert war 9 ms.',
  ],
  [
    entry('recovering', { value: 1 }),
    'It is within the threshold again, and is watched for a while, the value was 1 ms.',
    'Die Schwelle ist wieder eingehalten, was noch beobachtet wird, der Wert war 1 ms.',
  ],
  [
    entry('revised', { value: 2 }),
    'Figures that are complete by now say that it was not so, the value was 2 ms.',
    'Die inzwischen vollständigen Zahlen sagen, dass es nicht so war, der Wert war 2 ms.',
  ],
  [entry('flapping'), 'It comes and goes, which is told once.', 'Es kommt und geht, was einmal gemeldet wird.'],
  [
    entry('silenced', UNTIL, 'ada'),
    'ADA silenced it until Jan 02, 2026, 08:00 UTC.',
    'ADA hat es bis 02. Jan. 2026, 08:00 UTC stummgeschaltet.',
  ],
  [
    entry('snoozed', UNTIL, 'ada'),
    'ADA put it aside until Jan 02, 2026, 08:00 UTC.',
    'ADA hat es bis 02. Jan. 2026, 08:00 UTC zurückgestellt.',
  ],
  [entry('acknowledged', {}, 'ada'), 'ADA took it over.', 'ADA hat es übernommen.'],
  [
    entry('acknowledged', { by: 'chat', chat_user: 'bob' }),
    'bob, in a chat, took it over.',
    'bob (in einem Chat) hat es übernommen.',
  ],
  [
    entry('acknowledged', { by: 'link', recipient: 'a@b.example' }),
    'a@b.example, by a mailed link, took it over.',
    'a@b.example (über einen gemailten Link) hat es übernommen.',
  ],
  [entry('assigned', { user_id: 'bob', from: null }, 'ada'), 'ADA gave it to BOB.', 'ADA hat es BOB gegeben.'],
  [
    entry('assigned', { user_id: null, from: 'bob' }, 'ada'),
    'ADA took the assignment away.',
    'ADA hat die Zuteilung zurückgenommen.',
  ],
  [entry('commented', { text: 'Look!' }, 'ada'), 'ADA wrote:', 'ADA schrieb:'],
  [
    entry('feedback', { verdict: 'noise', comment: 'again' }, 'ada'),
    'ADA judged it to be noise.',
    'ADA hat geurteilt: Rauschen.',
  ],
  [
    entry('notified', { reason: 'repeated' }),
    'Notified again: it is still open and not acknowledged.',
    'Noch einmal gemeldet: Es ist weiter offen, und niemand hat es übernommen.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'muted', silence: 'Friday' } }),
    'Notification released: the silence Friday is over, and it goes on.',
    'Meldung freigegeben: Die Stummschaltung Friday ist vorbei, und es geht weiter.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'snoozed' } }),
    'Notification released: the snooze is over, and it goes on.',
    'Meldung freigegeben: Es ist nicht mehr zurückgestellt und geht weiter.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'inhibited', service: 'cart' } }),
    'Notification released: it no longer follows from cart.',
    'Meldung freigegeben: Es folgt nicht mehr aus cart.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'group_wait', group: 'shops', until: 1 } }),
    'Notification released for the group shops.',
    'Meldung freigegeben für die Gruppe shops.',
  ],
  [
    entry('notified', { reason: 'no longer held back' }),
    'Notification released: nothing suppresses it any more.',
    'Meldung freigegeben: Nichts unterdrückt sie mehr.',
  ],
  [
    entry('paged', { loop: 0, step: 1, targets: [{ users: 2 }, { users: 1 }], deliveries: 1 }),
    'Paged, step 2 of round 1: 3 persons, 1 message.',
    'Gerufen, Schritt 2 der Runde 1: 3 Personen, 1 Nachricht.',
  ],
  [
    entry('delivery', {
      event_type: 'alert.triggered',
      status: 'failed',
      connector: 'Chat',
      recipient_user_id: 'bob',
      target: 'ht***ok',
      reason: 'http_500',
    }),
    'Notification not delivered by Chat to BOB, ht***ok: http_500.',
    'Meldung nicht zugestellt über Chat an BOB, ht***ok: http_500.',
  ],
  [
    entry('delivery', { event_type: 'alert.triggered', status: 'skipped', reason: 'no_recipient' }),
    'Notification reached no recipient: no recipient was found.',
    'Meldung erreichte keinen Empfänger: kein Empfänger wurde gefunden.',
  ],
  [
    entry('merged', { severity: 'error', value: 5 }),
    'The same trouble was found once more, the value was 5 ms.',
    'Dasselbe wurde noch einmal festgestellt, der Wert war 5 ms.',
  ],
  [
    entry('merged', { ...CAUSE, is_told: false }),
    'It is the cause of an incident that was opened before, over shop → cart, in 7 of 10 failed traces. There is no second notification.',
    'Es ist die Ursache eines früher eröffneten Vorfalls, über shop → cart, in 7 von 10 fehlgeschlagenen Traces. Eine zweite Meldung gibt es nicht.',
  ],
  [
    entry('inhibited', { ...CAUSE, is_told: false }),
    'It follows from cart, over shop → cart, in 7 of 10 failed traces. Not notified.',
    'Es folgt aus cart, über shop → cart, in 7 von 10 fehlgeschlagenen Traces. Nicht gemeldet.',
  ],
  [
    entry('inhibited', { ...CAUSE, is_told: true }),
    'It follows from cart, over shop → cart, in 7 of 10 failed traces.',
    'Es folgt aus cart, über shop → cart, in 7 von 10 fehlgeschlagenen Traces.',
  ],
  [
    entry('failed', { reason: 'Internal error: x' }),
    'A step for this incident failed.',
    'Ein Schritt für diesen Vorfall ist fehlgeschlagen.',
  ],
  [entry('held'), 'It was held back.', 'Es wurde zurückgehalten.'],
  [
    entry('fault_found', { reason: 'lag', shard: 3, since_micros: 1 }),
    'Found: telemetry is counted late (shard 3).',
    'Festgestellt: Telemetrie wird verspätet gezählt (Shard 3).',
  ],
  [
    entry('fault_over', { reason: 'no_gateway', gateway_id: 'g1', since_micros: 1 }),
    'Over: a gateway is missing (g1).',
    'Vorbei: ein Gateway fehlt (g1).',
  ],
  [entry('resolved', { reason: 'by_hand' }, 'ada'), 'ADA ended it.', 'ADA hat es beendet.'],
  [
    entry('resolved', { reason: 'recovered' }),
    'It is over: the value is good again.',
    'Es ist vorbei: der Wert ist wieder gut.',
  ],
  [entry('exploded', { reason: 'x' }), 'exploded', 'exploded'],
];

describe('an entry of the timeline', () => {
  it.each(ENTRIES)('%j is in words', (of, english, german) => {
    expect([entryWords(of, telling('en')).text, entryWords(of, telling('de')).text]).toEqual([english, german]);
  });

  it('quotes what somebody wrote', () => {
    expect(entryWords(entry('commented', { text: 'Look!' }, 'ada'), telling('en')).quote).toBe('Look!');
    expect(entryWords(entry('feedback', { verdict: 'useful', comment: 'yes' }, 'a'), telling('en')).quote).toBe('yes');
    expect(entryWords(entry('feedback', { verdict: 'useful' }, 'ada'), telling('en'))).not.toHaveProperty('quote');
  });

  it('that has other members than this page knows is told all the same', () => {
    for (const [{ kind }] of ENTRIES) expect(entryWords(entry(kind), telling('en')).text).not.toBe('');
    expect(endWords('eaten', translator('en'))).toBe('eaten');
  });
});

describe('why nobody has been told', () => {
  const t = translator('en');
  it('is what held the newest trouble back, until it was told', () => {
    const opened = entry('opened', { held: 'group_wait' });
    expect(whyQuiet([opened, entry('commented', { text: 'x' })], t)).toBe('it waits for others of its group');
    expect(whyQuiet([opened, entry('notified', { reason: 'x' })], t)).toBeUndefined();
    expect(whyQuiet([opened, entry('notified'), entry('reopened', { held: 'snoozed' })], t)).toBe('it was put aside');
    expect(whyQuiet([entry('opened')], t)).toBeUndefined();
    expect(whyQuiet([], t)).toBeUndefined();
  });
});
