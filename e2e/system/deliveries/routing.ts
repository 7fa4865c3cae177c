/** Connectors and policies of the run, made through the API: each connector reaches the administrator at the receiver. */
import { eventually } from '@spanwise/testing/eventually';
import { must } from '../harness/http.js';
import type { Product } from '../harness/product.js';

const NO_FALLBACK = { use_user_fallbacks: false, use_team_defaults: false, use_organization_defaults: false };

export interface Routing {
  organizationId: string;
  /** Gives every connector these secrets, separated by a space where there are two. */
  signWith(secrets: string): Promise<void>;
}

/** A policy is about events whose attribute `hook` names its connector. */
export async function makeRouting(
  product: Product,
  receiverUrl: string,
  hooks: readonly string[],
  secret: string,
): Promise<Routing> {
  const { baseUrl } = product;
  const { token, user_id, org_id } = await product.owner();
  const configOf = (hook: string, secrets: string) => ({
    url: `${receiverUrl}/${hook}`,
    secret: secrets,
    timeout_secs: 5,
  });
  const connectors: { id: string; hook: string }[] = [];
  for (const hook of hooks) {
    const connector = { name: hook, connector_type: 'webhook', config: configOf(hook, secret) };
    const { id } = await must<{ id: string }>(baseUrl, 'POST /api/v1/notify/connectors', token, connector);
    connectors.push({ id, hook });
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
  const signWith = async (secrets: string) => {
    for (const { id, hook } of connectors) {
      const config = configOf(hook, secrets);
      // The service may be starting again.
      await eventually(() => must(baseUrl, `PUT /api/v1/notify/connectors/${id}`, token, { config }));
    }
  };
  return { organizationId: org_id, signWith };
}
