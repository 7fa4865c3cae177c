import { cutText } from '@spanwise/contracts/base/cut-text';
import { fieldsOf, linksOf, type Severity } from '../alert.js';
import type { HttpAnswer } from '../../egress/http-client.js';
import { credential, optionalUrl, region, timeoutSecs, type ConfigOf } from '../members.js';
import { wordsOf } from '../message-text.js';
import { apiUrl, exchangeJson, membersOf, messageIdOf, refuseLimited, requireAdmitted } from '../provider-json.js';
import { capabilities, provider, type Delivery, type Sent, type ProviderContext } from '../provider.js';
import { CHAT_RATE } from '../send-rates.js';
import { anyLabel, targetFaultBy } from '../targets.js';

const APIS = { us: 'https://api.opsgenie.com', eu: 'https://api.eu.opsgenie.com' };
const members = {
  /** That of an API integration; a team's own routes to the team. */
  api_key: credential(256),
  region,
  api_base_url: optionalUrl(APIS.us),
  timeout_secs: timeoutSecs,
};
type Config = ConfigOf<typeof members>;

export const opsgenieAlerts = provider<typeof members>({
  type: 'opsgenie_alerts',
  capabilities: capabilities(['group']),
  sendRate: CHAT_RATE,
  members,
  targetFault: targetFaultBy({ fixed_group: anyLabel }),
  send,
});

/** The provider takes a request and works it off later: a second creation with an alias that is open only counts. */
async function send(config: Config, delivery: Delivery, context: ProviderContext): Promise<Sent> {
  const { path, body } = requestOf(delivery);
  const answer = await exchangeJson(context.http, {
    url: apiUrl(config.api_base_url || APIS[config.region], path),
    headers: { authorization: `GenieKey ${config.api_key}` },
    body: { source: 'Spanwise', ...body },
    timeoutSecs: config.timeout_secs,
  });
  refuseLimited(answer, periodSecs);
  requireAdmitted(answer, [401, 403]);
  return messageIdOf(membersOf(answer).requestId);
}

const PRIORITIES: Record<Severity, string> = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' };
const MAX_MESSAGE = 130;
const MAX_DESCRIPTION = 15_000;
const MAX_DETAILS = 8_000;

function requestOf({ id, message }: Delivery): { path: string; body: object } {
  const { title, alert } = message;
  const alias = alert?.key ?? id;
  const change = (verb: string) => ({
    path: `/v2/alerts/${alias}/${verb}?identifierType=alias`,
    body: { note: title },
  });
  if (alert?.state === 'acknowledged') return change('acknowledge');
  if (alert?.state === 'resolved') return change('close');
  const links = linksOf(alert).map(({ text, url }) => `${text}: ${url}`);
  return {
    path: '/v2/alerts',
    body: {
      message: cutText(title, MAX_MESSAGE),
      alias,
      // Links first: they are not cut.
      description: cutText([...links, wordsOf(message)].join('\n'), MAX_DESCRIPTION),
      details: Object.fromEntries(fieldsOf(alert, MAX_DETAILS)),
      priority: PRIORITIES[alert?.severity ?? 'info'],
    },
  };
}

/** Of the window that the limit counts in. */
const periodSecs = ({ headers }: HttpAnswer): unknown => {
  const period = headers['x-ratelimit-period-in-sec'];
  return typeof period === 'string' && /^\d{1,9}$/.test(period) ? Number(period) : undefined;
};
