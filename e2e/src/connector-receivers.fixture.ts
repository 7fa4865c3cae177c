/** A receiver for each type of connector, and a configuration that is right for it. */
import { afterAll, beforeEach } from 'vitest';
import type { ConnectorType } from '@spanwise/contracts/notify/notify';
import { HttpReceiver, MailReceiver } from '@spanwise/notify/channels/providers/providers.fixture';
import { CHANNELS, startChannels } from './alert-channels.fixture.js';
import { CHATONE, CHATTWO, startChatone, startChattwo } from './chat-providers.fixture.js';
import { CERTIFICATE, Notifications, RECEIVERS } from './notifications.fixture.js';

/** A target that suits each type. */
export const TARGETS: Record<ConnectorType, [type: string, target: string]> = {
  email_smtp: ['fixed_address', 'ops@example.org'],
  chatone_app: ['fixed_group', CHATONE.channel],
  chatone_webhook: ['fixed_group', 'ops'],
  chattwo_app: ['direct_user', 'ou_1'],
  chattwo_webhook: ['fixed_group', 'ops'],
  discord_webhook: ['fixed_group', 'ops'],
  opsgenie_alerts: ['fixed_group', 'ops'],
  pagerduty_events: ['fixed_group', 'ops'],
  teams_webhook: ['fixed_group', 'ops'],
  telegram_bot: ['fixed_group', CHANNELS.telegramChat],
  webhook: ['fixed_group', 'ops'],
};

export class ConnectorReceivers {
  private constructor(
    readonly hook: HttpReceiver,
    readonly mail: MailReceiver,
    readonly chatone: HttpReceiver,
    readonly chattwo: HttpReceiver,
    readonly channels: HttpReceiver,
    /** The second chat provider no longer knows the token that it gave. */
    readonly forgetToken: () => void,
  ) {}

  static async start(): Promise<ConnectorReceivers> {
    const [hook, mail, chatone, chattwo, channels] = await Promise.all([
      HttpReceiver.start(() => ({ headers: { 'x-request-id': 'r-1' } })),
      MailReceiver.start(CERTIFICATE),
      startChatone(),
      startChattwo(),
      startChannels(),
    ]);
    return new ConnectorReceivers(hook, mail, chatone, chattwo.receiver, channels, chattwo.forget);
  }

  async close(): Promise<void> {
    await Promise.all([this.hook, this.mail, this.chatone, this.chattwo, this.channels].map((one) => one.close()));
  }

  /** What came so far is of no interest. */
  clear(): void {
    for (const { received } of [this.hook, this.chatone, this.chattwo, this.channels]) received.length = 0;
    this.mail.mails.length = 0;
  }

  /** With every member of the type. */
  config(type: ConnectorType): Record<string, unknown> {
    return { ...this.configs()[type], timeout_secs: 5 };
  }

  private configs(): Record<ConnectorType, object> {
    const { hook, mail, chatone, chattwo, channels } = this;
    const api_base_url = channels.url;
    return {
      email_smtp: {
        host: RECEIVERS,
        port: mail.port,
        username: 'user',
        password: 'secret',
        from: 'Alerts <alerts@example.org>',
        tls: 'starttls',
      },
      chatone_app: { bot_token: CHATONE.botToken, api_base_url: `${chatone.url}/api` },
      chatone_webhook: { webhook_url: `${chatone.url}${CHATONE.hook}` },
      chattwo_app: {
        app_id: CHATTWO.appId,
        app_secret: CHATTWO.appSecret,
        api_base_url: `${chattwo.url}/open-apis`,
        receive_id_type: 'open_id',
      },
      chattwo_webhook: { webhook_url: `${chattwo.url}${CHATTWO.signedHook}`, secret: CHATTWO.signingSecret },
      discord_webhook: { webhook_url: `${api_base_url}${CHANNELS.discordHook}` },
      opsgenie_alerts: { api_key: CHANNELS.genieKey, region: 'us', api_base_url },
      pagerduty_events: { routing_key: CHANNELS.routingKey, region: 'us', api_base_url },
      teams_webhook: { webhook_url: `${api_base_url}${CHANNELS.teamsHook}` },
      telegram_bot: { bot_token: CHANNELS.telegramToken, api_base_url },
      webhook: { url: `${hook.url}/in`, method: 'post', headers: { 'x-key': 'canary' }, secret: 'canary' },
    };
  }
}

/** The product of one spec and what its connectors reach, which has received nothing before each test. */
export async function receivedNotifications(): Promise<{ product: Notifications; receivers: ConnectorReceivers }> {
  const [product, receivers] = await Promise.all([Notifications.start(), ConnectorReceivers.start()]);
  beforeEach(() => receivers.clear());
  afterAll(async () => {
    await product.stop();
    await receivers.close();
  });
  return { product, receivers };
}
