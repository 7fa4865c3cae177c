import type { TargetType } from '@spanwise/contracts/notify/notify';
import { z } from 'zod';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { requireSuccess, type HttpAnswer } from '../../egress/http-client.js';
import { larkCardOf } from '../lark-card.js';
import { masked, optionalUrl, plain, requiredText, text, timeoutSecs, type ConfigOf } from '../members.js';
import { escapeLarkText, chatTextOf } from '../message-text.js';
import { apiUrl, exchangeJson, jsonObjectOf, messageIdOf, postJson } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { CHAT_RATE } from '../send-rates.js';
import { mailAddress, providerId, targetFaultBy } from '../targets.js';
import { TenantTokens } from './tenant-tokens.js';

const PUBLIC_API = 'https://open.larksuite.com/open-apis';
const ID_TYPES = ['open_id', 'user_id', 'union_id', 'email', 'chat_id'] as const;
const members = {
  app_id: plain(requiredText(128)),
  app_secret: masked(requiredText(256)),
  /** By which the provider encrypts and signs what it says of buttons; without one messages have none. */
  encrypt_key: masked(text(256).default('')),
  api_base_url: optionalUrl(PUBLIC_API),
  receive_id_type: plain(z.enum(ID_TYPES, `must be one of ${ID_TYPES.join(', ')}`).default('open_id')),
  timeout_secs: timeoutSecs,
};
type Config = ConfigOf<typeof members>;

export const chattwoApp = provider<typeof members>({
  type: 'chattwo_app',
  capabilities: capabilities(['direct_user', 'group', 'rich_text', 'interactive']),
  sendRate: CHAT_RATE,
  members,
  targetFault: targetFaultBy({ direct_user: providerId, fixed_address: mailAddress, fixed_group: providerId }),
  send,
});

const tokens = new TenantTokens();
/** The provider no longer knows the token that it gave. */
const TOKEN_CODES: unknown[] = [99_991_661, 99_991_663, 99_991_668];

async function send(config: Config, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const first = await post(config, delivery, context);
  if (!TOKEN_CODES.includes(first.code)) return sentOf(first);
  tokens.drop(appOf(config));
  return sentOf(await post(config, delivery, context));
}

const urlOf = (config: Config, path: string): string => apiUrl(config.api_base_url || PUBLIC_API, path);
const appOf = (config: Config): string[] => [urlOf(config, ''), config.app_id, config.app_secret];

async function post(config: Config, delivery: Delivery, context: ProviderContext): Promise<Record<string, unknown>> {
  const token = await tokens.get(appOf(config), context.nowMs(), () => tenantToken(config, context));
  const type = receiveIdType(config, delivery.target.type);
  const answer = await exchangeJson(context.http, {
    url: urlOf(config, `/im/v1/messages?receive_id_type=${type}`),
    headers: { authorization: `Bearer ${token}` },
    body: {
      receive_id: delivery.target.value,
      ...contentOf(delivery, config.encrypt_key !== ''),
      // The provider drops a repeat with the same id.
      uuid: delivery.id,
    },
    timeoutSecs: config.timeout_secs,
  });
  return isTokenRefused(answer) ? { code: TOKEN_CODES[0] } : jsonObjectOf(requireSuccess(answer));
}

/** The provider says so with the status 400 or 401 as well as with 200. */
function isTokenRefused(answer: HttpAnswer): boolean {
  if (answer.status !== 400 && answer.status !== 401) return false;
  try {
    return TOKEN_CODES.includes(jsonObjectOf(answer).code);
  } catch {
    return false;
  }
}

function contentOf({ message }: Delivery, hearsButtons: boolean): { msg_type: string; content: string } {
  const card = larkCardOf(message, hearsButtons);
  if (card !== undefined) return { msg_type: 'interactive', content: JSON.stringify(card) };
  const words = escapeLarkText(chatTextOf({ ...message, title: '' }).slice(1));
  const post = { en_us: { title: message.title, content: [[{ tag: 'text', text: words }]] } };
  return { msg_type: 'post', content: JSON.stringify(post) };
}

function receiveIdType(config: Config, target: TargetType): string {
  if (target === 'fixed_group') return 'chat_id';
  return target === 'fixed_address' ? 'email' : config.receive_id_type;
}

async function tenantToken(config: Config, context: ProviderContext): Promise<{ token: string; expireSecs: number }> {
  const answer = await postJson(context.http, {
    url: urlOf(config, '/auth/v3/tenant_access_token/internal'),
    body: { app_id: config.app_id, app_secret: config.app_secret },
    timeoutSecs: config.timeout_secs,
  });
  const { code, tenant_access_token: token, expire } = jsonObjectOf(answer);
  if (code !== 0) throw new DeliveryFault('credentials_rejected');
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,1024}$/.test(token)) throw new DeliveryFault('answer_invalid');
  return { token, expireSecs: typeof expire === 'number' ? expire : 0 };
}

function sentOf({ code, data }: Record<string, unknown>): Sent {
  if (code !== 0) throw new DeliveryFault('provider_rejected');
  return messageIdOf((data as { message_id?: unknown } | undefined)?.message_id);
}
