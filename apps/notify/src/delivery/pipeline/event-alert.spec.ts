import { describe, expect, it } from 'vitest';
import { htmlOf, plainTextOf } from '../../channels/providers/message-text.js';
import { alertOfEvent } from './event-alert.js';
import { messageOfEvent } from './event-message.js';

const event = (attributes: object, event_type = 'alert.triggered') => ({
  event_id: 'e1',
  event_type,
  occurred_at_micros: 0,
  attributes: { incident_id: 'i-1', ...attributes },
});
const alertOf = (attributes: object, type?: string) => alertOfEvent(event(attributes, type));

describe('the alert of an event (DELIVERY-30)', () => {
  it.each([
    ['alert.triggered', 'triggered'],
    ['alert.escalated', 'triggered'],
    ['alert.acknowledged', 'acknowledged'],
    ['alert.resolved', 'resolved'],
    ['report.ready', undefined],
    ['constructor', undefined],
  ])('of the type %s is %s', (type, state) => {
    expect(alertOf({}, type)?.state).toBe(state);
  });

  it('has one key for all events of the incident: its id, else the fingerprint, and of neither there is none', () => {
    expect(alertOf({ fingerprint: 'f' })?.key).toBe('i-1');
    expect(alertOf({ incident_id: undefined, fingerprint: 'f' })?.key).toBe('f');
    expect(alertOf({ incident_id: 7 })).toBeUndefined();
  });

  it.each(['..', 'a/b', 'a b', 'x'.repeat(256), 'é', '?'])('has a key that fits into a path, also of %j', (id) => {
    const { key } = alertOf({ incident_id: id })!;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(alertOf({ incident_id: id }, 'alert.resolved')?.key).toBe(key);
  });

  it.each([
    ['critical', 'critical'],
    ['error', 'error'],
    ['info', 'info'],
    ['high', 'error'],
    ['fatal', 'critical'],
    ['toString', 'warning'],
    [undefined, 'warning'],
  ])('of severity %s is %s', (severity, shown) => {
    expect(alertOf({ severity })?.severity).toBe(shown);
  });

  it('has at most 20 labels of one line each, and leaves out what is no text', () => {
    const labels = { service: 'checkout', 'a\nb': 'c\u202ed', n: 7, ok: true, deep: {}, none: null, empty: '' };
    expect(alertOf({ labels })?.labels).toEqual({ service: 'checkout', 'a b': 'c d', n: '7', ok: 'true' });
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`l${n}`, 'x'.repeat(900)]));
    const shown = Object.values(alertOf({ labels: many })!.labels);
    expect([shown.length, shown[0]!.length]).toEqual([20, 256]);
    expect(alertOf({ labels: ['a'] })?.labels).toEqual({});
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '/relative',
    'ftp://a.example/',
    7,
    `https://a.example/${'x'.repeat(1_100)}`,
  ])('has no link such as %j', (url) => expect(alertOf({ url, acknowledge_url: url })).not.toHaveProperty('url'));

  it('has links that end no markup around them', () => {
    expect(alertOf({ url: 'https://a.example/?q=(a|b)>"' })?.url).toBe('https://a.example/?q=%28a%7Cb%29%3E%22');
  });
});

describe('the words of an alert', () => {
  it.each([
    ['alert.triggered', 'Checkout p95'],
    ['alert.acknowledged', 'Acknowledged: Checkout p95'],
    ['alert.resolved', 'Resolved: Checkout p95'],
  ])('of %s have the title %s, unless the event has a title of its own', (type, title) => {
    expect(messageOfEvent(event({ rule_name: 'Checkout p95' }, type), undefined).title).toBe(title);
    expect(messageOfEvent(event({ rule_name: 'x', title: 'Own' }, type), undefined).title).toBe('Own');
  });

  it('in mail are followed by labels and links, escaped, and the link to acknowledge ends with the fault', () => {
    const attributes = {
      summary: 'p95 is 2 s',
      labels: { service: '<b>' },
      url: 'https://a.example/?a=b&c=d',
      acknowledge_url: 'https://a.example/ack',
    };
    const message = messageOfEvent(event(attributes), undefined);
    expect(plainTextOf(message)).toBe(
      'p95 is 2 s\n\nseverity: warning\nservice: <b>\n\nOpen: https://a.example/?a=b&c=d\nAcknowledge: https://a.example/ack',
    );
    expect(htmlOf(message)).toContain('<td>&lt;b&gt;</td>');
    expect(htmlOf(message)).toContain('<a href="https://a.example/?a=b&amp;c=d">Open</a>');
    expect(plainTextOf(messageOfEvent(event(attributes, 'alert.resolved'), undefined))).not.toContain('ack');
  });

  it('of a template keep what the alert says beside them', () => {
    const message = messageOfEvent(event({ severity: 'info' }), { body: '*{{severity}}*', format: 'markdown' });
    expect(message).toMatchObject({ markdown: '*info*', alert: { severity: 'info', key: 'i-1' } });
  });
});
