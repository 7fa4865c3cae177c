import { cutText } from '@spanwise/contracts/base/cut-text';
import type { TemplateView } from '@spanwise/contracts/notify/routing';
import { valueAt } from '../../routing/policies/matchers.js';
import type { Message } from '../../channels/providers/provider.js';
import { UNSAFE } from '../../channels/providers/members.js';
import { render } from '../../routing/templates/render.js';
import { alertOfEvent } from './event-alert.js';
import type { SourceEvent } from './source-event.js';

/** Of words that do not say themselves what has become of the incident. */
const BEGINNINGS: Partial<Record<string, string>> = {
  'alert.acknowledged': 'Acknowledged: ',
  'alert.resolved': 'Resolved: ',
};
const MAX_TITLE = 255;
const MAX_TEXT = 16_384;

/** The words of an event: of the template when the policy has one, else its summary. */
export function messageOfEvent(
  event: SourceEvent,
  template: Pick<TemplateView, 'body' | 'format'> | undefined,
): Message {
  const { attributes } = event;
  const said = (...paths: string[]) =>
    paths
      .map((path) => valueAt(attributes, path))
      .find((value): value is string => typeof value === 'string' && value.trim() !== '');
  // A title becomes a header of mail: one line, without text direction marks.
  const beginning = said('title') === undefined ? (BEGINNINGS[event.event_type] ?? '') : '';
  const named = beginning + (said('title', 'rule_name', 'summary') ?? event.event_type);
  const title = cutText(named.replace(UNSAFE, ' ').trim(), MAX_TITLE);
  const text = cutText(said('text', 'summary', 'description') ?? event.event_type, MAX_TEXT);
  const alert = alertOfEvent(event);
  const message = { title, text, ...(alert && { alert }) };
  if (template === undefined) return message;
  const values = {
    ...attributes,
    event: {
      id: event.event_id,
      type: event.event_type,
      occurred_at: new Date(event.occurred_at_micros / 1_000).toISOString(),
      attributes,
    },
    message: { title, text },
  };
  const rendered = render(template.body, values, template.format);
  return { ...message, [template.format]: rendered };
}
