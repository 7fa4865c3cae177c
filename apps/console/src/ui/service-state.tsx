import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.js';
import type { Schemas } from '../lib/api.js';
import { duration, share, time } from '../lib/format.js';
import { keptMembers } from '../lib/search.js';
import { useLocale } from './preferences.js';
import { useRawSearch } from './use-search.js';

type Stated = Pick<Schemas['ServiceSummary'], 'health' | 'health_reason'>;

/** How a service is, with the reason; leads to the incident that it is by. */
export function ServiceState({ of }: { of: Stated }) {
  const t = useT();
  const kept = keptMembers(useRawSearch()) as never;
  const why = useReason(of);
  const { health, health_reason: reason } = of;
  const state = (
    <span className={`state ${health}`} title={why}>
      {t(health)}
    </span>
  );
  if (reason?.incident === undefined) return state;
  return (
    <Link to="/alerts/incidents/$incident" params={{ incident: reason.incident.id }} search={kept}>
      {state}
    </Link>
  );
}

/** In a sentence; undefined where there is nothing to say. */
export function useReason({ health_reason: reason }: Stated): string | undefined {
  const t = useT();
  const locale = useLocale();
  switch (reason?.kind) {
    case 'incident': {
      const { incident, incidents: count = 1 } = reason;
      if (incident === undefined) return t('stateByHiddenIncident', { count });
      return t('stateByIncident', { rule: incident.rule_name, since: time(incident.since, locale), others: count - 1 });
    }
    case 'error_rate': {
      const [value, least] = [reason.value, reason.at_least].map((one) => `${share(one ?? 0, locale).value} %`);
      return t('stateByErrors', { value: value!, least: least! });
    }
    case 'p95': {
      const [value, least] = [reason.value, reason.at_least].map((one) => {
        const { value: figure, unit } = duration(one, locale);
        return `${figure} ${unit}`;
      });
      return t('stateByLatency', { value: value!, least: least! });
    }
    case 'alerts_unknown':
      return t('stateWithoutAlerts');
    case undefined:
      return undefined;
  }
}
