import { cutText } from '@spanwise/contracts/base/cut-text';
import { CHAT_WEBHOOK } from '../chat-webhook.js';
import { COLORS, fieldsOf, linksOf, lookOf, type Link } from '../alert.js';
import { requiredUrl, timeoutSecs, type ConfigOf } from '../members.js';
import { escapeMarkdown, markdownOf } from '../message-text.js';
import { exchangeJson, membersOf, messageIdOf, refuseLimited, requireAdmitted } from '../provider-json.js';
import { provider, type Delivery, type Message, type Sent, type ProviderContext } from '../provider.js';

/** A client that knows the URL may post. */
const members = { webhook_url: requiredUrl, timeout_secs: timeoutSecs };

export const discordWebhook = provider<typeof members>({
  type: 'discord_webhook',
  ...CHAT_WEBHOOK,
  members,
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const url = new URL(config.webhook_url);
  // Else the answer comes before the message is there, and says nothing of it.
  url.searchParams.set('wait', 'true');
  const answer = await exchangeJson(context.http, {
    url: url.href,
    // Whatever the texts look like, no user is mentioned.
    body: { allowed_mentions: { parse: [] }, embeds: [embedOf(delivery.message)] },
    timeoutSecs: config.timeout_secs,
  });
  refuseLimited(answer, (limited) => membersOf(limited).retry_after);
  requireAdmitted(answer, [401, 403]);
  return messageIdOf(membersOf(answer).id);
}

// The provider takes 256 characters as the title, 4,096 as the description, 25 fields, and 6,000 in all.
const MAX_TITLE = 256;
const MAX_TEXT = 2_000;
const MAX_FIELDS = 1_400;

function embedOf(message: Message): object {
  const { title, alert } = message;
  const links = linksOf(alert).map(maskedLink).join(' · ');
  return {
    title: cutText(escapeMarkdown(title), MAX_TITLE),
    description: [markdownOf(message, MAX_TEXT), links].filter((part) => part !== '').join('\n\n'),
    ...(alert !== undefined && {
      color: COLORS[lookOf(alert)],
      fields: fieldsOf(alert, MAX_FIELDS / 2).map(([name, value]) => ({
        name: escapeMarkdown(name),
        value: escapeMarkdown(value),
        inline: true,
      })),
    }),
  };
}

const maskedLink = ({ text, url }: Link): string => `[${text}](${url})`;
