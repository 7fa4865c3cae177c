import { CHAT_WEBHOOK } from '../chat-webhook.js';
import { fieldsOf, linksOf, lookOf, type Alert } from '../alert.js';
import { requiredUrl, timeoutSecs, type ConfigOf } from '../members.js';
import { escapeMarkdown, markdownOf } from '../message-text.js';
import { exchangeJson, messageIdOf, requireAdmitted } from '../provider-json.js';
import { provider, type Delivery, type Message, type Sent, type ProviderContext } from '../provider.js';

/** That of a workflow "when a webhook request is received"; its query holds the signature by which it admits. */
const members = { webhook_url: requiredUrl, timeout_secs: timeoutSecs };

export const teamsWebhook = provider<typeof members>({
  type: 'teams_webhook',
  ...CHAT_WEBHOOK,
  members,
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const answer = await exchangeJson(context.http, {
    url: config.webhook_url,
    body: {
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: cardOf(delivery.message) },
      ],
    },
    timeoutSecs: config.timeout_secs,
  });
  requireAdmitted(answer, [401, 403]);
  return messageIdOf(answer.headers['x-ms-workflow-run-id']);
}

/** A message of the provider holds 28 KB, whatever its letters take as JSON. */
const MAX_TEXT = 3_000;
const MAX_FIELDS = 1_500;
const STYLES: Record<ReturnType<typeof lookOf>, string> = {
  critical: 'attention',
  error: 'attention',
  warning: 'warning',
  info: 'accent',
  acknowledged: 'emphasis',
  resolved: 'good',
};

/** An adaptive card of the version that every client of the provider shows. */
function cardOf(message: Message): object {
  const { title, alert } = message;
  const facts = fieldsOf(alert, MAX_FIELDS).map(([name, value]) => ({
    title: escapeMarkdown(name),
    value: escapeMarkdown(value),
  }));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      headOf(title, alert),
      // One line end is a space here.
      textBlock(markdownOf(message, MAX_TEXT).replace(/\n+/g, '\n\n')),
      ...(facts.length > 0 ? [{ type: 'FactSet', facts }] : []),
    ],
    actions: linksOf(alert).map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
  };
}

const textBlock = (text: string, more: object = {}): object => ({ type: 'TextBlock', text, wrap: true, ...more });

function headOf(title: string, alert: Alert | undefined): object {
  const head = textBlock(escapeMarkdown(title), { weight: 'Bolder', size: 'Medium' });
  return alert === undefined ? head : { type: 'Container', style: STYLES[lookOf(alert)], bleed: true, items: [head] };
}
