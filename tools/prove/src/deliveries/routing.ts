/** Connectors and policies of the run, made through the API: each connector reaches the administrator at the receiver. */
import { must } from '../isolation/http.js';

const NO_FALLBACK = { use_user_fallbacks: false, use_team_defaults: false, use_organization_defaults: false };

/** Organization of the events. A policy is about events whose attribute `hook` names its connector. */
export async function makeRouting(
  baseUrl: string,
  adminPassword: string,
  receiverUrl: string,
  hooks: readonly string[],
): Promise<string> {
  const admin = { email: 'admin@spanwise.local', password: adminPassword };
  const { token, user_id, org_id } = await must<{ token: string; user_id: string; org_id: string }>(
    baseUrl,
    'POST /api/v1/auth/signin',
    undefined,
    admin,
  );
  for (const hook of hooks) {
    const connector = {
      name: hook,
      connector_type: 'webhook',
      config: { url: `${receiverUrl}/${hook}`, secret: 'prove-signing', timeout_secs: 5 },
    };
    const { id } = await must<{ id: string }>(baseUrl, 'POST /api/v1/notify/connectors', token, connector);
    const endpoint = { connector_id: id, external_identity: hook, verified: true };
    await must(baseUrl, `POST /api/v1/users/${user_id}/notify-endpoints`, token, endpoint);
    for (const kind of ['triggered', 'resolved']) {
      await must(baseUrl, 'POST /api/v1/notify/policies', token, {
        name: `${hook} ${kind}`,
        event_type: `alert.${kind}`,
        category: 'alert',
        matchers: { hook },
        recipient_resolver: 'fixed_users',
        resolver_config: { user_ids: [user_id] },
        delivery_mode: 'force_connector',
        delivery_config: { connector_ids: [id] },
        fallback_config: NO_FALLBACK,
      });
    }
  }
  return org_id;
}
