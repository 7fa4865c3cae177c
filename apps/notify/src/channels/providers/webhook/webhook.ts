import { z } from 'zod';
import { masked, plain, requiredUrl, signingSecret, timeoutSecs, type ConfigOf } from '../members.js';
import { messageIdOf, USER_AGENT } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { BULK_RATE } from '../send-rates.js';
import { signatureHeaders } from '../standard-webhooks.js';
import { anyLabel, targetFaultBy, urlTarget } from '../targets.js';
import { headersFault } from './headers.js';

const headerMap = z
  .record(z.string(), z.string('must be strings'), 'must be an object')
  .superRefine((value, context) => {
    const fault = headersFault(value);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

const members = {
  url: requiredUrl,
  method: plain(z.enum(['post', 'put', 'patch'], 'must be post, put or patch').default('post')),
  headers: masked(headerMap.default({})),
  secret: signingSecret,
  timeout_secs: timeoutSecs,
};

export const webhook = provider<typeof members>({
  type: 'webhook',
  capabilities: capabilities(['direct_user', 'group', 'rich_text']),
  sendRate: BULK_RATE,
  members,
  targetFault: targetFaultBy({
    direct_user: anyLabel,
    fixed_address: anyLabel,
    fixed_group: anyLabel,
    webhook: urlTarget,
  }),
  send,
});

async function send(config: ConfigOf<typeof members>, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const {
    target,
    message: { alert, ...words },
  } = delivery;
  const body = JSON.stringify({
    target: { type: target.type, value: target.value, metadata: {} },
    message: { ...words, metadata: alert ?? {} },
  });
  const answer = await context.http.send({
    url: config.url,
    method: config.method.toUpperCase() as 'POST' | 'PUT' | 'PATCH',
    headers: {
      'user-agent': USER_AGENT,
      'content-type': 'application/json; charset=utf-8',
      ...lowerCased(config.headers),
      ...signatureHeaders(config.secret, delivery.id, body, context.nowMs()),
    },
    body: Buffer.from(body),
    timeoutMs: config.timeout_secs * 1_000,
  });
  return messageIdOf(answer.headers['x-request-id']);
}

/** One spelling, so that a configured header replaces ours instead of standing beside it. */
const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
