import { CHAT_WEBHOOK } from '../chat-webhook.js';
import { requiredUrl, signingSecret, timeoutSecs, type ConfigOf } from '../members.js';
import { postJson } from '../provider-json.js';
import { provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { slackMessageOf } from '../slack-message.js';
import { signatureHeaders } from '../standard-webhooks.js';

const members = {
  webhook_url: requiredUrl,
  /** For receivers that verify: the provider itself does not look at it. */
  secret: signingSecret,
  timeout_secs: timeoutSecs,
};

export const chatoneWebhook = provider<typeof members>({
  type: 'chatone_webhook',
  ...CHAT_WEBHOOK,
  members,
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const body = slackMessageOf(delivery.message);
  await postJson(context.http, {
    url: config.webhook_url,
    headers: signatureHeaders(config.secret, delivery.id, JSON.stringify(body), context.nowMs()),
    body,
    timeoutSecs: config.timeout_secs,
  });
  return {};
}
