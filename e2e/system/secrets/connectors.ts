/** A configuration of every type of connector, with a canary in every place that can hold a secret. */
import type { Canaries } from './canaries.js';
import { RECEIVER_ADDRESS, type Receivers } from './receivers.js';

export interface Kind {
  type: string;
  target: { target_type: string; target: string };
  config: (canaries: Canaries, receivers: Receivers, ending: string) => Record<string, unknown>;
}

const ROOM = { target_type: 'fixed_group', target: 'room' };

/** `ending` is that of the secrets, `refused` for those that the receivers do not take. */
export const KINDS: readonly Kind[] = [
  {
    type: 'email_smtp',
    target: { target_type: 'fixed_address', target: 'ops@example.org' },
    config: (canaries, { mailPort }, ending) => ({
      host: RECEIVER_ADDRESS,
      port: mailPort,
      username: 'mailer',
      password: `${canaries.next()}${ending}`,
      from: 'alerts@example.org',
      tls: 'none',
    }),
  },
  {
    type: 'chatone_app',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      bot_token: canaries.next(),
      api_base_url: `${url}/${canaries.next()}/${ending}`,
    }),
  },
  {
    type: 'chatone_webhook',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      webhook_url: `${url}/${canaries.next()}/${ending}`,
      secret: canaries.nextSigningSecret(),
    }),
  },
  {
    type: 'chattwo_app',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      app_id: 'cli_1',
      app_secret: canaries.next(),
      api_base_url: `${url}/${canaries.next()}/${ending}`,
    }),
  },
  {
    type: 'chattwo_webhook',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      webhook_url: `${url}/${canaries.next()}/${ending}`,
      secret: canaries.next(),
    }),
  },
  {
    type: 'discord_webhook',
    target: ROOM,
    config: (canaries, { url }, ending) => ({ webhook_url: `${url}/${canaries.next()}/${ending}` }),
  },
  {
    type: 'opsgenie_alerts',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      api_key: canaries.next(),
      region: 'eu',
      api_base_url: `${url}/${canaries.next()}/${ending}`,
    }),
  },
  {
    type: 'pagerduty_events',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      routing_key: canaries.next(),
      api_base_url: `${url}/${canaries.next()}/${ending}`,
    }),
  },
  {
    type: 'teams_webhook',
    target: ROOM,
    config: (canaries, { url }, ending) => ({ webhook_url: `${url}/${ending}?sig=${canaries.next()}` }),
  },
  {
    type: 'telegram_bot',
    target: { target_type: 'fixed_group', target: '-1001' },
    config: (canaries, { url }, ending) => ({
      bot_token: `123456:${canaries.next()}`,
      api_base_url: `${url}/${canaries.next()}/${ending}`,
    }),
  },
  {
    type: 'webhook',
    target: ROOM,
    config: (canaries, { url }, ending) => ({
      url: `${url}/${canaries.next()}/${ending}?key=${canaries.next()}`,
      headers: { authorization: `Bearer ${canaries.next()}`, 'x-key': canaries.next() },
      secret: `${canaries.nextSigningSecret()} ${canaries.nextSigningSecret()}`,
    }),
  },
];
