/** A message in the dialect of Lark, with what an alert says beside it. */
import { fieldsOf, linksOf, lookOf } from './alert.js';
import { chatTextOf } from './message-text.js';
import type { Message } from './provider.js';

const MAX_FIELDS = 3_000;
const HEADERS: Record<ReturnType<typeof lookOf>, string> = {
  critical: 'carmine',
  error: 'red',
  warning: 'orange',
  info: 'blue',
  acknowledged: 'grey',
  resolved: 'green',
};

/**
 * Undefined where there is nothing to show but words. Plain text mentions no user. `hearsButtons`: the app can be notified of a
 * button that is pressed, and it takes the place of the link.
 */
export function larkCardOf(message: Message, hearsButtons = false): object | undefined {
  const { title, alert } = message;
  if (alert === undefined) return undefined;
  const links = linksOf(alert, hearsButtons);
  const buttons: object[] = links.map(({ text, url }) => ({ tag: 'button', type: 'default', text: plain(text), url }));
  if (hearsButtons && alert.state === 'triggered') {
    buttons.push({ tag: 'button', type: 'primary', text: plain('Acknowledge'), value: { acknowledge: alert.key } });
  }
  return {
    config: { wide_screen_mode: true },
    header: { template: HEADERS[lookOf(alert)], title: plain(title) },
    elements: [
      { tag: 'div', text: plain(chatTextOf({ ...message, title: '' }).slice(1)) },
      { tag: 'div', fields: fieldsOf(alert, MAX_FIELDS).map(fieldOf) },
      ...(buttons.length > 0 ? [{ tag: 'action', actions: buttons }] : []),
    ],
  };
}

const plain = (content: string): object => ({ tag: 'plain_text', content });
const fieldOf = ([name, value]: [string, string]): object => ({ is_short: true, text: plain(`${name}\n${value}`) });
