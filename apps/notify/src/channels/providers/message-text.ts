/** A message in the forms that receivers take; text of spans and people never becomes markup or a mention. */
import { cutText, inCodePoints } from '@spanwise/contracts/base/cut-text';
import { escapeHtml } from '@spanwise/contracts/base/escape-html';
import { fieldsOf, hexColor, linksOf } from './alert.js';
import type { Message } from './provider.js';

const MAX_CHAT_CODE_POINTS = 3_000;
const MAX_FIELDS = 8_192;

const plainWordsOf = (message: Message): string => message.text.trim() || (message.markdown ?? '');

/** For chats: a template's words are Markdown where it says so. */
export const wordsOf = ({ text, markdown }: Message): string => (markdown?.trim() ? markdown : text);

export function plainTextOf(message: Message): string {
  const fields = fieldsOf(message.alert, MAX_FIELDS).map(([name, value]) => `${name}: ${value}`);
  const links = linksOf(message.alert).map(({ text, url }) => `${text}: ${url}`);
  return [[plainWordsOf(message)], fields, links]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Title and text for a chat, cut by code points. */
export function chatTextOf(message: Message): string {
  return cutText(`${message.title}\n${wordsOf(message)}`, MAX_CHAT_CODE_POINTS, inCodePoints);
}

/** Words for a receiver that reads Markdown: those of a template as they are, others as text. */
export const markdownOf = (message: Message, maxLength: number): string =>
  message.markdown?.trim()
    ? cutText(message.markdown, maxLength)
    : escapeMarkdown(cutText(message.text, maxLength / 2));

/** HTML of a template has the links that its author wants. */
export function htmlOf(message: Message): string {
  if (message.html?.trim()) return message.html;
  const { title, alert } = message;
  const style = alert === undefined ? '' : ` style="border-left:6px solid ${hexColor(alert)};padding-left:8px"`;
  const rows = fieldsOf(alert, MAX_FIELDS).map(
    ([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>\n`,
  );
  const links = linksOf(alert).map(({ text, url }) => `<p><a href="${escapeHtml(url)}">${text}</a></p>\n`);
  return `<h3${style}>${escapeHtml(title)}</h3>\n<p>${escapeHtml(plainWordsOf(message)).replaceAll('\n', '<br>\n')}</p>\n${
    rows.length === 0 ? '' : `<table>\n${rows.join('')}</table>\n`
  }${links.join('')}`;
}

/** Markdown: nothing of the text is markup, in whatever dialect. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/[\\`*_{}[\]<>()#|~!]/g, (character) => `\\${character}`);

/** Slack dialect: `<!channel>`, `<@user>` and links are written with these three characters. */
export const escapeSlackText = (text: string): string => text.replace(/[&<>]/g, escapeHtml);

/** Lark dialect: `<at …>` mentions people; a full-width sign reads the same and mentions no user. */
export const escapeLarkText = (text: string): string => text.replace(/<(?=\s*\/?\s*at\b)/gi, '＜');
