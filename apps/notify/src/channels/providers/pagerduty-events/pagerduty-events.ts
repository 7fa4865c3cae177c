import { cutText } from '@spanwise/contracts/base/cut-text';
import { DeliveryFault } from '../../egress/delivery-fault.js';
import { requireSuccess } from '../../egress/http-client.js';
import { linksOf, type Alert } from '../alert.js';
import { credential, optionalUrl, region, timeoutSecs, type ConfigOf } from '../members.js';
import { wordsOf } from '../message-text.js';
import { apiUrl, exchangeJson, jsonObjectOf, membersOf, messageIdOf } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { CHAT_RATE } from '../send-rates.js';
import { anyLabel, targetFaultBy } from '../targets.js';

const APIS = { us: 'https://events.pagerduty.com', eu: 'https://events.eu.pagerduty.com' };
const members = {
  /** The integration key of a service. */
  routing_key: credential(128),
  region,
  api_base_url: optionalUrl(APIS.us),
  timeout_secs: timeoutSecs,
};
type Config = ConfigOf<typeof members>;

export const pagerdutyEvents = provider<typeof members>({
  type: 'pagerduty_events',
  capabilities: capabilities(['group']),
  sendRate: CHAT_RATE,
  members,
  targetFault: targetFaultBy({ fixed_group: anyLabel }),
  send,
});

/** One event of version 2. The provider counts the same key as the same incident, at every attempt. */
async function send(config: Config, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const answer = await exchangeJson(context.http, {
    url: apiUrl(config.api_base_url || APIS[config.region], '/v2/enqueue'),
    body: { routing_key: config.routing_key, ...eventOf(delivery) },
    timeoutSecs: config.timeout_secs,
  });
  if (answer.status === 400) throw invalidEvent(membersOf(answer).errors);
  const { status, dedup_key: key } = jsonObjectOf(requireSuccess(answer));
  if (status !== 'success') throw new DeliveryFault('provider_rejected');
  return messageIdOf(key);
}

const ACTIONS: Record<Alert['state'], string> = {
  triggered: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
};
const MAX_SUMMARY = 1_024;

function eventOf({ id, message }: Delivery): object {
  const { title, alert } = message;
  const event = { event_action: ACTIONS[alert?.state ?? 'triggered'], dedup_key: alert?.key ?? id };
  if (event.event_action !== 'trigger') return event;
  return {
    ...event,
    payload: {
      summary: cutText(title, MAX_SUMMARY),
      source: alert?.labels.service ?? 'Spanwise',
      severity: alert?.severity ?? 'info',
      custom_details: { text: wordsOf(message), labels: alert?.labels ?? {} },
    },
    client: 'Spanwise',
    ...(alert?.url !== undefined && { client_url: alert.url }),
    links: linksOf(alert).map(({ text, url }) => ({ href: url, text })),
  };
}

/** The provider says that a key is wrong with the status of every event that it does not understand. */
function invalidEvent(errors: unknown): DeliveryFault {
  const aboutKey = Array.isArray(errors) && errors.some((one) => String(one).includes('routing_key'));
  return aboutKey ? new DeliveryFault('credentials_rejected') : new DeliveryFault('http_400');
}
