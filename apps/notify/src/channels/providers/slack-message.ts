/** A message in the dialect of Slack, with what an alert says beside it. */
import { fieldsOf, hexColor, linksOf, type Alert } from './alert.js';
import { chatTextOf, escapeSlackText } from './message-text.js';
import type { Message } from './provider.js';

/** A section takes ten fields. */
const MAX_FIELDS = 10;
const MAX_FIELD_CHARACTERS = 3_000;

/** `hearsButtons`: the app can be notified of a button that is pressed, and takes the place of the link. */
export function slackMessageOf(message: Message, hearsButtons = false): { text: string; attachments?: object[] } {
  const text = escapeSlackText(chatTextOf(message));
  return message.alert === undefined ? { text } : { text, attachments: [attachmentOf(message.alert, hearsButtons)] };
}

function attachmentOf(alert: Alert, hearsButtons: boolean): object {
  const fields = fieldsOf(alert, MAX_FIELD_CHARACTERS)
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => ({ type: 'plain_text', text: `${name}\n${value}` }));
  const links = linksOf(alert, hearsButtons).map(({ text, url }) => `<${escapeSlackText(url)}|${text}>`);
  const blocks = [
    { type: 'section', fields },
    ...(links.length > 0 ? [{ type: 'section', text: { type: 'mrkdwn', text: links.join(' · ') } }] : []),
    ...(hearsButtons && alert.state === 'triggered' ? [{ type: 'actions', elements: [buttonOf(alert)] }] : []),
  ];
  return { color: hexColor(alert), blocks };
}

const buttonOf = ({ key }: Alert): object => ({
  type: 'button',
  action_id: 'acknowledge',
  style: 'primary',
  text: { type: 'plain_text', text: 'Acknowledge' },
  value: key,
});
