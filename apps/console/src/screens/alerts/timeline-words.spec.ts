import { describe, expect, it } from 'vitest';
import { translator } from '../../i18n/translators.fixture.js';
import { endWords, entryWords, whyQuiet, type TimelineEntry } from './timeline-words.js';

const context = (language: 'en' | 'de') => ({
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
    'Fired: critical, value 7 ms.',
    'Ausgelöst: kritisch, Wert 7 ms.',
  ],
  [
    entry('opened', { severity: 'info', value: null, held: 'muted', silence: 'Friday' }),
    'Fired: info. Suppressed: matched by the silence Friday.',
    'Ausgelöst: Hinweis. Unterdrückt: durch die Stummschaltung Friday.',
  ],
  [
    entry('reopened', { reason: 'breached_again', severity: 'error', value: 8, held: 'silence_secs' }),
    'Reopened: error, value 8 ms. Suppressed: notified recently (repeat interval).',
    'Wieder geöffnet: Fehler, Wert 8 ms. Unterdrückt: kürzlich gemeldet (Wiederholungsabstand).',
  ],
  [
    entry('severity_lowered', { from: 'critical', severity: 'warning', value: 8 }),
    'Severity lowered from critical to warning, value 8 ms.',
    'Schwere gesenkt von kritisch auf Warnung, Wert 8 ms.',
  ],
  [
    entry('severity_raised', { from: 'warning', severity: 'critical', held: 'acknowledged' }),
    'Severity raised from warning to critical. Suppressed: acknowledged.',
    'Schwere erhöht von Warnung auf kritisch. Unterdrückt: übernommen.',
  ],
  [
    entry('breached', { value: 9 }),
    'Breaching the threshold again, value 9 ms.',
    'Die Schwelle ist wieder überschritten, Wert 9 ms.',
  ],
  [
    entry('recovering', { value: 1 }),
    'Recovering: back within the threshold, still observed, value 1 ms.',
    'Erholung: Die Schwelle ist wieder eingehalten, wird noch beobachtet, Wert 1 ms.',
  ],
  [
    entry('revised', { value: 2 }),
    'Revised: complete data shows the threshold was not breached, value 2 ms.',
    'Berichtigt: Vollständige Daten zeigen, dass die Schwelle nicht überschritten war, Wert 2 ms.',
  ],
  [
    entry('flapping'),
    'Flapping: further changes are not notified.',
    'Flatternd: Weitere Wechsel werden nicht gemeldet.',
  ],
  [
    entry('silenced', UNTIL, 'ada'),
    'ADA silenced it until Jan 02, 2026, 08:00 UTC.',
    'ADA hat ihn bis 02. Jan. 2026, 08:00 UTC stummgeschaltet.',
  ],
  [
    entry('snoozed', UNTIL, 'ada'),
    'ADA snoozed it until Jan 02, 2026, 08:00 UTC.',
    'ADA hat ihn bis 02. Jan. 2026, 08:00 UTC zurückgestellt.',
  ],
  [entry('acknowledged', {}, 'ada'), 'ADA acknowledged it.', 'ADA hat ihn übernommen.'],
  [
    entry('acknowledged', { by: 'chat', chat_user: 'bob' }),
    'bob (in a chat) acknowledged it.',
    'bob (in einem Chat) hat ihn übernommen.',
  ],
  [
    entry('acknowledged', { by: 'link', recipient: 'a@b.example' }),
    'a@b.example (by an e-mailed link) acknowledged it.',
    'a@b.example (über einen Link per E-Mail) hat ihn übernommen.',
  ],
  [entry('assigned', { user_id: 'bob', from: null }, 'ada'), 'ADA assigned it to BOB.', 'ADA hat ihn BOB zugewiesen.'],
  [
    entry('assigned', { user_id: null, from: 'bob' }, 'ada'),
    'ADA removed the assignee.',
    'ADA hat die Zuweisung entfernt.',
  ],
  [entry('commented', { text: 'Look!' }, 'ada'), 'ADA commented:', 'ADA schrieb:'],
  [
    entry('feedback', { verdict: 'noise', comment: 'again' }, 'ada'),
    'ADA rated it noise.',
    'ADA hat ihn bewertet: Rauschen.',
  ],
  [
    entry('notified', { reason: 'repeated' }),
    'Re-notified: still open and unacknowledged.',
    'Erneut gemeldet: weiter offen und nicht übernommen.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'muted', silence: 'Friday' } }),
    'Notified: the silence Friday has expired and the alert is still firing.',
    'Gemeldet: Die Stummschaltung Friday ist abgelaufen, der Alarm besteht weiter.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'snoozed' } }),
    'Notified: the snooze has expired and the alert is still firing.',
    'Gemeldet: Die Zurückstellung ist abgelaufen, der Alarm besteht weiter.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'inhibited', service: 'cart' } }),
    'Notified: no longer inhibited by cart.',
    'Gemeldet: nicht mehr unterdrückt durch cart.',
  ],
  [
    entry('notified', { reason: 'x', was: { reason: 'group_wait', group: 'shops', until: 1 } }),
    'Notified for the group shops.',
    'Gemeldet für die Gruppe shops.',
  ],
  [
    entry('notified', { reason: 'no longer suppressed' }),
    'Notified: no longer suppressed.',
    'Gemeldet: nicht mehr unterdrückt.',
  ],
  [
    entry('paged', { loop: 0, step: 1, targets: [{ users: 2 }, { users: 1 }], deliveries: 1 }),
    'Paged: step 2, round 1; 3 people, 1 message.',
    'Alarmiert: Schritt 2, Runde 1; 3 Personen, 1 Nachricht.',
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
    'Notification to BOB, ht***ok via Chat failed: http_500.',
    'Meldung an BOB, ht***ok über Chat fehlgeschlagen: http_500.',
  ],
  [
    entry('delivery', { event_type: 'alert.triggered', status: 'skipped', reason: 'no_recipient' }),
    'Notification has no recipient: no recipient found.',
    'Meldung hat keinen Empfänger: kein Empfänger gefunden.',
  ],
  [
    entry('merged', { severity: 'error', value: 5 }),
    'Deduplicated: fired again, value 5 ms.',
    'Zusammengeführt: erneut ausgelöst, Wert 5 ms.',
  ],
  [
    entry('merged', { ...CAUSE, is_told: false }),
    'Root cause of an earlier incident, via shop → cart, in 7 of 10 failed traces. No second notification is sent.',
    'Ursache eines früheren Vorfalls, über shop → cart, in 7 von 10 fehlgeschlagenen Traces. Eine zweite Meldung gibt es nicht.',
  ],
  [
    entry('inhibited', { ...CAUSE, is_told: false }),
    'Inhibited by cart, via shop → cart, in 7 of 10 failed traces. Suppressed.',
    'Unterdrückt durch cart, über shop → cart, in 7 von 10 fehlgeschlagenen Traces. Unterdrückt.',
  ],
  [
    entry('inhibited', { ...CAUSE, is_told: true }),
    'Inhibited by cart, via shop → cart, in 7 of 10 failed traces.',
    'Unterdrückt durch cart, über shop → cart, in 7 von 10 fehlgeschlagenen Traces.',
  ],
  [
    entry('failed', { reason: 'Internal error: x' }),
    'An evaluation step of this incident failed.',
    'Ein Auswertungsschritt dieses Vorfalls ist fehlgeschlagen.',
  ],
  [entry('held'), 'Notification suppressed.', 'Meldung unterdrückt.'],
  [
    entry('fault_found', { reason: 'lag', shard: 3, since_micros: 1 }),
    'Fault detected: telemetry processing lags (shard 3).',
    'Störung erkannt: Verarbeitung der Telemetrie im Rückstand (Shard 3).',
  ],
  [
    entry('fault_over', { reason: 'no_gateway', gateway_id: 'g1', since_micros: 1 }),
    'Fault cleared: a gateway is missing (g1).',
    'Störung behoben: ein Gateway fehlt (g1).',
  ],
  [entry('resolved', { reason: 'by_hand' }, 'ada'), 'ADA resolved it.', 'ADA hat ihn behoben.'],
  [entry('resolved', { reason: 'recovered' }), 'Resolved: the value recovered.', 'Behoben: der Wert hat sich erholt.'],
  [entry('exploded', { reason: 'x' }), 'exploded', 'exploded'],
];

describe('an entry of the timeline', () => {
  it.each(ENTRIES)('%j is in words', (of, english, german) => {
    expect([entryWords(of, context('en')).text, entryWords(of, context('de')).text]).toEqual([english, german]);
  });

  it('quotes what a user wrote', () => {
    expect(entryWords(entry('commented', { text: 'Look!' }, 'ada'), context('en')).quote).toBe('Look!');
    expect(entryWords(entry('feedback', { verdict: 'useful', comment: 'yes' }, 'a'), context('en')).quote).toBe('yes');
    expect(entryWords(entry('feedback', { verdict: 'useful' }, 'ada'), context('en'))).not.toHaveProperty('quote');
  });

  it('that has other members than this page knows is shown all the same', () => {
    for (const [{ kind }] of ENTRIES) expect(entryWords(entry(kind), context('en')).text).not.toBe('');
    expect(endWords('eaten', translator('en'))).toBe('eaten');
  });
});

describe('why there was no notification', () => {
  const t = translator('en');
  it('is what suppressed the newest fault, until it was notified', () => {
    const opened = entry('opened', { held: 'group_wait' });
    expect(whyQuiet([opened, entry('commented', { text: 'x' })], t)).toBe('group wait');
    expect(whyQuiet([opened, entry('notified', { reason: 'x' })], t)).toBeUndefined();
    expect(whyQuiet([opened, entry('notified'), entry('reopened', { held: 'snoozed' })], t)).toBe('snoozed');
    expect(whyQuiet([entry('opened')], t)).toBeUndefined();
    expect(whyQuiet([], t)).toBeUndefined();
  });
});
