/** How an event is notified while no policy of the organization is of its type (ALERT-141). Pure. */
import type { NotificationCategory } from '@spanwise/contracts/notify/recipients';
import { DeliveryConfig, FallbackConfig } from '@spanwise/contracts/notify/routing';
import type { Attributes } from './matchers.js';
import type { Policy } from './policy-rules.js';

/** Of the one incident of the installation. */
export const PLATFORM_LABELS = { about: 'platform', of: 'installation' } as const;

const CATEGORIES: Partial<Record<string, NotificationCategory>> = {
  'alert.digest': 'alert',
  'oncall.shift.starting': 'oncall',
  'oncall.shift.started': 'oncall',
  'oncall.shift.ended': 'oncall',
};

/** Undefined for what policies alone decide of. */
export function builtInPolicy(eventType: string, attributes: Attributes): Policy | undefined {
  const category = isOfInstallation(eventType, attributes) ? 'alert' : CATEGORIES[eventType];
  return category && toThoseNamed(eventType, category, true);
}

function isOfInstallation(eventType: string, { labels }: Attributes): boolean {
  if (!eventType.startsWith('alert.') || labels === null || typeof labels !== 'object') return false;
  const { about, of } = labels as Attributes;
  return about === PLATFORM_LABELS.about && of === PLATFORM_LABELS.of;
}

/** The users whom the event names in `user_ids`, by their own preference; where no user can be notified, the organization's default routes. */
export const toThoseNamed = (eventType: string, category: NotificationCategory, usesDefaults: boolean): Policy => ({
  name: 'built in',
  event_type: eventType,
  category,
  matchers: {},
  recipient_resolver: 'event_users',
  resolver_config: {},
  delivery_mode: 'prefer_user',
  delivery_config: Object.assign(new DeliveryConfig(), { connector_ids: [] }),
  fallback_config: Object.assign(new FallbackConfig(), {
    use_user_fallbacks: true,
    use_team_defaults: false,
    use_organization_defaults: usesDefaults,
  }),
  enabled: true,
  priority: 0,
});
