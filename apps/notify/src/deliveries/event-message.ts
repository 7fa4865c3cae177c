import type { TemplateView } from '@spanwise/contracts/notify-routing';
import type { Attributes } from '../policies/matchers.js';
import { valueAt } from '../policies/matchers.js';
import type { Message } from '../providers/provider.js';
import { render } from '../templates/render.js';

export interface SourceEvent {
  event_id: string;
  event_type: string;
  occurred_at_micros: number;
  attributes: Attributes;
}

const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/gu;
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
  const title = (said('title', 'rule_name', 'summary') ?? event.event_type)
    .replace(UNSAFE, ' ')
    .trim()
    .slice(0, MAX_TITLE);
  const text = (said('text', 'summary', 'description') ?? event.event_type).slice(0, MAX_TEXT);
  if (template === undefined) return { title, text };
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
  if (template.format === 'html') return { title, text, html: rendered };
  return template.format === 'markdown' ? { title, text, markdown: rendered } : { title, text: rendered };
}
