import { Dialer } from '../egress/dialer.js';
import { OutboundHttp } from '../egress/http-client.js';
import type { ProviderContext } from './provider.js';

/** The provider context of one organization's deliveries: its waits block no other organization. */
export function contextOf(context: ProviderContext, organizationId: string): ProviderContext {
  const dialer = context.dialer.of(organizationId);
  return { ...context, dialer, http: new OutboundHttp(dialer) };
}

/** The provider context of the process, as Nest injects it. */
export class ProviderContexts {
  readonly context: ProviderContext;

  constructor(dialer: Dialer, baseUrl: string) {
    const { hostname } = new URL(baseUrl);
    this.context = {
      dialer,
      http: new OutboundHttp(dialer),
      nowMs: Date.now,
      // A message id needs a name that looks like a domain.
      mailDomain: /^[a-z0-9.-]+$/i.test(hostname) ? hostname : 'spanwise.local',
    };
  }
}
