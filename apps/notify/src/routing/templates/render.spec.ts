import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageOfEvent } from '../../delivery/pipeline/event-message.js';
import { render } from './render.js';
import { TEMPLATE_FIELDS } from './template-fields.js';

const VALUES = { rule: { name: 'A <b> & *c*' }, labels: { 'k8s.pod': 'p' }, value: 2, nested: { object: {} } };

describe('a template', () => {
  it.each([
    ['{{rule.name}}', 'text', 'A <b> & *c*'],
    ['{{rule_name}} {{incident_summary}}', 'text', 'A <b> & *c* {{incident_summary}}'],
    ['{{ rule.name }}', 'html', 'A &lt;b&gt; &amp; *c*'],
    ['{{rule.name}}', 'markdown', 'A \\<b\\> & \\*c\\*'],
    ['{{labels.k8s.pod}}/{{value}}', 'text', 'p/2'],
    ['{{unknown.path}} {{nested.object}} {{nested}}', 'text', '{{unknown.path}} {{nested.object}} {{nested}}'],
    [
      '{{constructor}} {{__proto__.x}} {{rule.name.length}}',
      'text',
      '{{constructor}} {{__proto__.x}} {{rule.name.length}}',
    ],
    ['{{#if a}}{{/if}} ${value} <%= value %>', 'text', '{{#if a}}{{/if}} ${value} <%= value %>'],
  ] as const)('%s as %s', (template, format, expected) => expect(render(template, VALUES, format)).toBe(expected));

  it('is filled once: a value that looks like a placeholder stays one', () => {
    fc.assert(
      fc.property(fc.constantFrom('{{secret}}', '{{a}}', '{{', '}}', '{{a}'), (value) => {
        expect(render('{{a}}', { a: value, secret: 's' }, 'text')).toBe(value);
      }),
    );
  });

  it('is bounded', () => expect(render('{{a}}'.repeat(100), { a: 'x'.repeat(1_000) }, 'text')).toHaveLength(16_384));

  it('of every preset names fields that there are', () => {
    const tokens = new Set(TEMPLATE_FIELDS.fields.map(({ token }) => token));
    for (const { body } of TEMPLATE_FIELDS.presets) {
      for (const [token] of body.matchAll(/\{\{[^}]+\}\}/g)) expect(tokens).toContain(token);
    }
  });
});

describe('the message of an event', () => {
  const event = (attributes: Record<string, unknown>) => ({
    event_id: 'e1',
    event_type: 'alert.triggered',
    occurred_at_micros: 0,
    attributes,
  });

  it('has its summary, and a title of one line', () => {
    expect(messageOfEvent(event({ rule_name: 'A\r\nBcc: x\u202e', summary: 'slow' }), undefined)).toEqual({
      title: 'A Bcc: x',
      text: 'slow',
    });
    expect(messageOfEvent(event({}), undefined)).toEqual({ title: 'alert.triggered', text: 'alert.triggered' });
  });

  it('has the words of the template in its format', () => {
    const template = { body: '<b>{{message.title}}</b> {{event.occurred_at}}', format: 'html' as const };
    expect(messageOfEvent(event({ title: '<x>' }), template).html).toBe('<b>&lt;x&gt;</b> 1970-01-01T00:00:00.000Z');
  });
});
