/** Teams, Discord, PagerDuty, Opsgenie and Telegram as their documents describe them, at one receiver. */
import { HttpReceiver, type Received, type Reply } from '@spanwise/notify/channels/providers/providers.fixture';

export const CHANNELS = {
  teamsHook: '/workflows/right/triggers/manual/paths/invoke?sig=right',
  discordHook: '/api/webhooks/1/right',
  routingKey: 'right'.padEnd(32, '0'),
  genieKey: 'right-genie-key',
  telegramToken: '123456:right-telegram-token',
  telegramChat: '-1001234567890',
};

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

export const startChannels = () => HttpReceiver.start((request) => channel(request));

function channel(request: Received): Reply {
  const { method, path } = request;
  if (method !== 'POST') return { status: 405 };
  if (path.startsWith('/workflows/')) return teams(request);
  if (path.startsWith('/api/webhooks/')) return discord(request);
  if (path === '/v2/enqueue') return pagerduty(request);
  if (path.startsWith('/v2/alerts')) return opsgenie(request);
  return telegram(request);
}

function teams({ path, body }: Received): Reply {
  if (path !== CHANNELS.teamsHook) return { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } };
  const { type, attachments } = json(body) as { type?: unknown; attachments?: { content?: { type?: unknown } }[] };
  const isCard = type === 'message' && attachments?.[0]?.content?.type === 'AdaptiveCard';
  return isCard ? { status: 202, headers: { 'x-ms-workflow-run-id': '08585' } } : { status: 400 };
}

function discord({ path, body }: Received): Reply {
  const [hook, query] = path.split('?');
  if (hook !== CHANNELS.discordHook) return { status: 401, body: { message: 'Invalid Webhook Token', code: 50_027 } };
  const { embeds } = json(body) as { embeds?: { title?: unknown; description?: unknown }[] };
  if (typeof embeds?.[0]?.description !== 'string') return { status: 400, body: { code: 50_006 } };
  return query === 'wait=true' ? { body: { id: '1167', embeds } } : { status: 204 };
}

function pagerduty({ body }: Received): Reply {
  const { routing_key: key, event_action: action, dedup_key: dedup, payload } = json(body);
  const invalid = (error: string): Reply => ({ status: 400, body: { status: 'invalid event', errors: [error] } });
  if (key !== CHANNELS.routingKey) return invalid("'routing_key' is invalid");
  if (typeof dedup !== 'string') return invalid("'dedup_key' is missing");
  if (action === 'trigger' && typeof payload !== 'object') return invalid("'payload' is missing");
  return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: dedup } };
}

function opsgenie({ path, headers, body }: Received): Reply {
  if (headers.authorization !== `GenieKey ${CHANNELS.genieKey}`) return { status: 401, body: { message: 'banner' } };
  const { message, alias } = json(body);
  const isCreation = path === '/v2/alerts' && typeof message === 'string' && typeof alias === 'string';
  const isChange = /^\/v2\/alerts\/[^/]+\/(close|acknowledge)\?identifierType=alias$/.test(path);
  if (!isCreation && !isChange) return { status: 422, body: { message: 'Request body is not processable' } };
  return { status: 202, body: { result: 'Request will be processed', took: 0.1, requestId: '43a29c5c' } };
}

function telegram({ path, body }: Received): Reply {
  const refused = (status: number, description: string): Reply => ({
    status,
    body: { ok: false, error_code: status, description },
  });
  if (path !== `/bot${CHANNELS.telegramToken}/sendMessage`) return refused(401, 'Unauthorized');
  const { chat_id: chat, text, parse_mode: mode } = json(body);
  if (chat === '-1') return refused(400, 'Bad Request: chat not found');
  if (typeof text !== 'string' || mode !== 'HTML') return refused(400, 'Bad Request: message text is empty');
  return { body: { ok: true, result: { message_id: 42, chat: { id: chat }, text } } };
}
