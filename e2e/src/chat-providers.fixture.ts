/** The two chat providers as their documents describe them: what they demand, and the words in which they refuse. */
import { createHmac } from 'node:crypto';
import { HttpReceiver, type Received, type Reply } from '@spanwise/notify/channels/providers/providers.fixture';

export const CHATONE = {
  botToken: 'xoxb-right',
  channel: 'C024BE91L',
  user: 'U061F7AUR',
  hook: '/services/T000/B000/key',
};
export const CHATTWO = {
  appId: 'cli_right',
  appSecret: 'right-secret',
  hook: '/open-apis/bot/v2/hook/right',
  signedHook: '/open-apis/bot/v2/hook/signed',
  signingSecret: 'hook-secret',
};

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** `chat.postMessage` and incoming webhooks. */
export const startChatone = () => HttpReceiver.start((request) => chatone(request));

function chatone({ method, path, headers, body }: Received): Reply {
  if (method !== 'POST') return { status: 405 };
  if (path === CHATONE.hook) {
    const { text } = json(body);
    return typeof text === 'string' && text !== '' ? { body: 'ok' } : { status: 400, body: 'no_text' };
  }
  if (path !== '/api/chat.postMessage') return { status: 404, body: 'no_service' };
  const error = (code: string): Reply => ({ body: { ok: false, error: code } });
  if (!(headers['content-type'] ?? '').startsWith('application/json')) return error('invalid_post_type');
  if (headers.authorization === undefined) return error('not_authed');
  if (headers.authorization !== `Bearer ${CHATONE.botToken}`) return error('invalid_auth');
  const { channel, text } = json(body);
  if (channel !== CHATONE.channel && channel !== CHATONE.user) return error('channel_not_found');
  if (typeof text !== 'string' || text === '') return error('no_text');
  return { body: { ok: true, channel, ts: '1503435956.000247', message: { text } } };
}

/** Tenant tokens, `im/v1/messages` and custom bots. A token holds until `forget` is called. */
export async function startChattwo(): Promise<{ receiver: HttpReceiver; forget: () => void }> {
  let issued = 0;
  const receiver = await HttpReceiver.start((request) => {
    const { path } = request;
    if (path === CHATTWO.hook || path === CHATTWO.signedHook) return bot(request);
    if (path === '/open-apis/auth/v3/tenant_access_token/internal') {
      const { app_id: id, app_secret: secret } = json(request.body);
      if (id !== CHATTWO.appId || secret !== CHATTWO.appSecret) return { body: { code: 10_003, msg: 'invalid param' } };
      return { body: { code: 0, msg: 'ok', tenant_access_token: `t-${++issued}`, expire: 7_200 } };
    }
    return message(request, `t-${issued}`);
  });
  return { receiver, forget: () => issued++ };
}

const ID_TYPES = ['open_id', 'user_id', 'union_id', 'email', 'chat_id'];

function message({ path, headers, body }: Received, token: string): Reply {
  const type = /^\/open-apis\/im\/v1\/messages\?receive_id_type=(\w+)$/.exec(path)?.[1];
  if (type === undefined || !ID_TYPES.includes(type)) return { status: 404, body: { code: 99_992_402, msg: 'field' } };
  if (headers.authorization !== `Bearer ${token}`) {
    return { status: 400, body: { code: 99_991_663, msg: 'Invalid access token for authorization.' } };
  }
  const { receive_id: id, msg_type: kind, content } = json(body);
  if (typeof id !== 'string' || kind !== 'post' || typeof content !== 'string') {
    return { status: 400, body: { code: 230_001, msg: 'invalid request' } };
  }
  const post = json(content) as { en_us?: { title?: unknown; content?: unknown } };
  if (typeof post.en_us?.title !== 'string' || !Array.isArray(post.en_us.content)) {
    return { status: 400, body: { code: 230_001, msg: 'invalid content' } };
  }
  return { body: { code: 0, msg: 'success', data: { message_id: 'om_dc13264520392913993dd051dba21dcf' } } };
}

function bot({ path, body }: Received): Reply {
  const { timestamp, sign, msg_type: kind, content } = json(body);
  if (path === CHATTWO.signedHook) {
    const right = createHmac('sha256', `${String(timestamp)}\n${CHATTWO.signingSecret}`).digest('base64');
    const fresh = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 3_600;
    if (sign !== right || !fresh)
      return { body: { code: 19_021, msg: 'sign match fail or timestamp is not within one hour' } };
  }
  if (kind !== 'text' || typeof (content as { text?: unknown }).text !== 'string') {
    return { body: { code: 9_499, msg: 'Bad Request', data: {} } };
  }
  return { body: { StatusCode: 0, StatusMessage: 'success', code: 0, data: {}, msg: 'success' } };
}
