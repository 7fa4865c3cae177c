/** A message in the forms that receivers take; text of spans and people never becomes markup or a mention. */
import type { Message } from './provider.js';

const MAX_CHAT_CODE_POINTS = 3_000;

export const plainTextOf = (message: Message): string => message.text.trim() || (message.markdown ?? '');

/** Title and text for a chat, cut by code points. */
export function chatTextOf(message: Message): string {
  return cut(`${message.title}\n${message.markdown?.trim() ? message.markdown : message.text}`);
}

function cut(text: string): string {
  const points = [...text];
  return points.length <= MAX_CHAT_CODE_POINTS ? text : `${points.slice(0, MAX_CHAT_CODE_POINTS - 1).join('')}…`;
}

export const htmlOf = (message: Message): string =>
  message.html?.trim()
    ? message.html
    : `<h3>${escapeHtml(message.title)}</h3>\n<p>${escapeHtml(plainTextOf(message)).replaceAll('\n', '<br>\n')}</p>\n`;

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character]);

/** Slack dialect: `<!channel>`, `<@user>` and links are written with these three characters. */
export const escapeSlackText = (text: string): string => text.replace(/[&<>]/g, (character) => HTML_ESCAPES[character]);

/** Lark dialect: `<at …>` mentions people; a full-width sign reads the same and mentions nobody. */
export const escapeLarkText = (text: string): string => text.replace(/<(?=\s*\/?\s*at\b)/gi, '＜');
