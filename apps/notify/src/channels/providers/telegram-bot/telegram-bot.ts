import { escapeHtml } from '@spanwise/contracts/base/escape-html';
import { cutText } from '@spanwise/contracts/base/cut-text';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { requireSuccess, type HttpAnswer } from '../../egress/http-client.js';
import { fieldsOf, linksOf } from '../alert.js';
import { credential, optionalUrl, timeoutSecs, type ConfigOf } from '../members.js';
import { wordsOf } from '../message-text.js';
import { apiUrl, exchangeJson, jsonObjectOf, membersOf, messageIdOf, refuseLimited } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Message, type Sent, type ProviderContext } from '../provider.js';
import { CHAT_RATE } from '../send-rates.js';
import { targetFaultBy } from '../targets.js';

const PUBLIC_API = 'https://api.telegram.org';
const members = {
  /** A part of the path of every request. */
  bot_token: credential(256, /^\d{1,20}:[\w-]{10,200}$/),
  api_base_url: optionalUrl(PUBLIC_API),
  timeout_secs: timeoutSecs,
};

const chat = (value: string) =>
  /^-?\d{1,19}$/.test(value) ? undefined : 'target must be the number of a chat, such as -1001234567890';
const chatOrChannel = (value: string) =>
  /^@\w{4,32}$/.test(value)
    ? undefined
    : chat(value) && 'target must be the number of a chat or a channel, such as @ops';

export const telegramBot = provider<typeof members>({
  type: 'telegram_bot',
  capabilities: capabilities(['direct_user', 'group', 'rich_text']),
  sendRate: CHAT_RATE,
  members,
  targetFault: targetFaultBy({ direct_user: chat, fixed_group: chatOrChannel }),
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const answer = await exchangeJson(context.http, {
    url: apiUrl(config.api_base_url || PUBLIC_API, `/bot${config.bot_token}/sendMessage`),
    body: {
      chat_id: delivery.target.value,
      text: textOf(delivery.message),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
    },
    timeoutSecs: config.timeout_secs,
  });
  const { result } = taken(answer);
  const id = (result as { message_id?: unknown } | undefined)?.message_id;
  return messageIdOf(Number.isSafeInteger(id) ? String(id) : undefined);
}

/** Beginnings of descriptions that a person can act on; other texts of the provider stay out of our answers. */
const REFUSALS: [beginning: string, sentence: string][] = [
  ['Bad Request: chat not found', 'the chat does not exist, or the bot is not in it'],
  ['Bad Request: group chat was upgraded', 'the group has another number since it became a supergroup'],
  ['Bad Request: not enough rights', 'the bot may not write in the chat'],
  ['Forbidden: ', 'the bot may not write to the chat: it was blocked, removed, or the user never spoke to it'],
];

function taken(answer: HttpAnswer): Record<string, unknown> {
  const { parameters, description } = membersOf(answer);
  refuseLimited(answer, () => (parameters as { retry_after?: unknown } | undefined | null)?.retry_after);
  // The provider knows no bot by such a path.
  if (answer.status === 401 || answer.status === 404) throw new DeliveryFault('credentials_rejected');
  if (answer.status === 400 || answer.status === 403) {
    const known = REFUSALS.find(([beginning]) => String(description).startsWith(beginning));
    throw new DeliveryFault('provider_rejected', known?.[1]);
  }
  const body = jsonObjectOf(requireSuccess(answer));
  if (body.ok !== true) throw new DeliveryFault('provider_rejected');
  return body;
}

// The provider takes 4,096 characters without the markup.
const MAX_TEXT = 2_500;
const MAX_FIELDS = 1_200;

/** Its markup is a few tags of HTML; everything else of the texts is escaped. */
function textOf(message: Message): string {
  const { title, alert } = message;
  const words = cutText(wordsOf(message), MAX_TEXT);
  const fields = fieldsOf(alert, MAX_FIELDS).map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}`);
  const links = linksOf(alert).map(({ text, url }) => `<a href="${escapeHtml(url)}">${text}</a>`);
  return [`<b>${escapeHtml(title)}</b>`, escapeHtml(words), ...fields, links.join(' · ')]
    .filter((line) => line !== '')
    .join('\n');
}
