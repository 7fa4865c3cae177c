import { CONNECTOR_TYPES, type ConnectorType, type ConnectorTypeView } from '@spanwise/contracts/notify/notify';
import { chatoneApp } from './chatone-app/chatone-app.js';
import { chatoneWebhook } from './chatone-webhook/chatone-webhook.js';
import { chattwoApp } from './chattwo-app/chattwo-app.js';
import { chattwoWebhook } from './chattwo-webhook/chattwo-webhook.js';
import { discordWebhook } from './discord-webhook/discord-webhook.js';
import { emailSmtp } from './email-smtp/email-smtp.js';
import { opsgenieAlerts } from './opsgenie-alerts/opsgenie-alerts.js';
import { pagerdutyEvents } from './pagerduty-events/pagerduty-events.js';
import type { Provider } from './provider.js';
import { teamsWebhook } from './teams-webhook/teams-webhook.js';
import { telegramBot } from './telegram-bot/telegram-bot.js';
import { webhook } from './webhook/webhook.js';

export const PROVIDERS: Record<ConnectorType, Provider> = {
  chatone_app: chatoneApp,
  chatone_webhook: chatoneWebhook,
  chattwo_app: chattwoApp,
  chattwo_webhook: chattwoWebhook,
  discord_webhook: discordWebhook,
  email_smtp: emailSmtp,
  opsgenie_alerts: opsgenieAlerts,
  pagerduty_events: pagerdutyEvents,
  teams_webhook: teamsWebhook,
  telegram_bot: telegramBot,
  webhook,
};

export const connectorTypes = (): ConnectorTypeView[] =>
  CONNECTOR_TYPES.toSorted().map((type) => ({ connector_type: type, capabilities: PROVIDERS[type].capabilities }));
