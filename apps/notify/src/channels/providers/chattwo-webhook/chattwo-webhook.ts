import { createHmac } from 'node:crypto';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { CHAT_WEBHOOK } from '../chat-webhook.js';
import { larkCardOf } from '../lark-card.js';
import { masked, requiredUrl, text, timeoutSecs, type ConfigOf } from '../members.js';
import { chatTextOf, escapeLarkText } from '../message-text.js';
import { jsonObjectOf, postJson } from '../provider-json.js';
import { provider, type Delivery, type Message, type Sent, type ProviderContext } from '../provider.js';

const members = {
  webhook_url: requiredUrl,
  /** Enables the signature of the provider. */
  secret: masked(text(256).default('')),
  timeout_secs: timeoutSecs,
};

export const chattwoWebhook = provider<typeof members>({
  type: 'chattwo_webhook',
  ...CHAT_WEBHOOK,
  members,
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const answer = await postJson(context.http, {
    url: config.webhook_url,
    body: {
      ...signature(config.secret, Math.floor(context.nowMs() / 1_000)),
      ...contentOf(delivery.message),
    },
    timeoutSecs: config.timeout_secs,
  });
  const reply = jsonObjectOf(answer);
  const code = reply.code ?? reply.StatusCode ?? reply.status_code;
  if (code !== 0) throw new DeliveryFault(code === SIGNATURE_MISMATCH ? 'credentials_rejected' : 'provider_rejected');
  return {};
}

function contentOf(message: Message): object {
  const card = larkCardOf(message);
  if (card !== undefined) return { msg_type: 'interactive', card };
  return { msg_type: 'text', content: { text: escapeLarkText(chatTextOf(message)) } };
}

/** The provider's code for a timestamp or signature that does not match. */
const SIGNATURE_MISMATCH = 19_021;

/** The provider signs with the time and the secret as the key, and nothing as the message. */
function signature(secret: string, seconds: number): { timestamp?: string; sign?: string } {
  if (secret === '') return {};
  return { timestamp: String(seconds), sign: createHmac('sha256', `${seconds}\n${secret}`).digest('base64') };
}
