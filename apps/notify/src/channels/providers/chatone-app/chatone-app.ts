import { DeliveryFault } from '../../egress/delivery-fault.js';
import { credential, masked, optionalUrl, text, timeoutSecs, type ConfigOf } from '../members.js';
import { apiUrl, jsonObjectOf, messageIdOf, postJson } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { CHAT_RATE } from '../send-rates.js';
import { slackMessageOf } from '../slack-message.js';
import { providerId, targetFaultBy } from '../targets.js';

const PUBLIC_API = 'https://slack.com/api';
const members = {
  bot_token: credential(512),
  /** By which the provider signs what it says of buttons; without one messages have none. */
  signing_secret: masked(text(256).default('')),
  api_base_url: optionalUrl(PUBLIC_API),
  timeout_secs: timeoutSecs,
};

export const chatoneApp = provider<typeof members>({
  type: 'chatone_app',
  capabilities: capabilities(['direct_user', 'group', 'rich_text', 'interactive']),
  sendRate: CHAT_RATE,
  members,
  targetFault: targetFaultBy({ direct_user: providerId, fixed_group: providerId }),
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const answer = await postJson(context.http, {
    url: apiUrl(config.api_base_url || PUBLIC_API, '/chat.postMessage'),
    headers: { authorization: `Bearer ${config.bot_token}` },
    body: {
      channel: delivery.target.value,
      ...slackMessageOf(delivery.message, config.signing_secret !== ''),
      unfurl_links: false,
      unfurl_media: false,
    },
    timeoutSecs: config.timeout_secs,
  });
  const { ok, error, ts } = jsonObjectOf(answer);
  if (ok !== true) throw refusal(error);
  return messageIdOf(ts);
}

/** Documented error codes that a person can act on; other texts of the provider stay out of our answers. */
const REFUSALS: Record<string, string> = {
  channel_not_found: 'the channel or user does not exist, or the app cannot see it',
  not_in_channel: 'the app is not a member of the channel',
  is_archived: 'the channel is archived',
  msg_too_long: 'the message is too long',
  missing_scope: 'the app has no permission to post messages',
  ratelimited: 'the provider limits the rate of messages',
};
const CREDENTIAL_CODES = ['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired'];

function refusal(code: unknown): DeliveryFault {
  if (CREDENTIAL_CODES.includes(String(code))) return new DeliveryFault('credentials_rejected');
  return new DeliveryFault(
    'provider_rejected',
    Object.hasOwn(REFUSALS, String(code)) ? REFUSALS[String(code)] : undefined,
  );
}
