import { CONNECTOR_TYPES, type ConnectorType, type ConnectorTypeView } from '@spanwise/contracts/notify';
import { chatoneApp } from './chatone-app/chatone-app.js';
import { chatoneWebhook } from './chatone-webhook/chatone-webhook.js';
import { chattwoApp } from './chattwo-app/chattwo-app.js';
import { chattwoWebhook } from './chattwo-webhook/chattwo-webhook.js';
import { emailSmtp } from './email-smtp/email-smtp.js';
import type { Provider } from './provider.js';
import { webhook } from './webhook/webhook.js';

export const PROVIDERS: Record<ConnectorType, Provider> = {
  chatone_app: chatoneApp,
  chatone_webhook: chatoneWebhook,
  chattwo_app: chattwoApp,
  chattwo_webhook: chattwoWebhook,
  email_smtp: emailSmtp,
  webhook,
};

export const connectorTypes = (): ConnectorTypeView[] =>
  CONNECTOR_TYPES.toSorted().map((type) => ({ connector_type: type, capabilities: PROVIDERS[type].capabilities }));
