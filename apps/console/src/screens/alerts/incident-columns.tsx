import { Link } from '@tanstack/react-router';
import { useT, type Translate } from '../../i18n/i18n.js';
import { ago, time, type Locale } from '../../lib/format.js';
import { keptMembers } from '../../lib/search.js';
import { useClock } from '../../ui/clock.js';
import { useLocale } from '../../ui/preferences.js';
import { ServiceMark } from '../../ui/service-name.js';
import type { Column } from '../../ui/table.js';
import { useRawSearch } from '../../ui/use-search.js';
import type { Incident } from './incident-list.js';
import { usePeople } from './people.js';
import { Severity } from './severity.js';

export function useIncidentColumns(): Column<Incident>[] {
  const t = useT();
  const locale = useLocale();
  const { nowMs } = useClock();
  const { nameOf } = usePeople();
  const kept = keptMembers(useRawSearch()) as never;
  return [
    { name: 'severity', title: t('severity'), cell: ({ severity }) => <Severity of={severity} /> },
    {
      name: 'incident',
      title: t('incident'),
      kind: 'wide',
      cell: ({ id, summary }) => (
        <Link to="/alerts/incidents/$incident" params={{ incident: id }} search={kept} title={summary}>
          {summary}
        </Link>
      ),
    },
    {
      name: 'rule',
      title: t('rule'),
      cell: ({ rule_id: rule, rule_name: name }) =>
        rule === undefined ? (
          name
        ) : (
          <Link to="/alerts/rules/$rule" params={{ rule }} search={kept}>
            {name}
          </Link>
        ),
    },
    {
      name: 'service',
      title: t('service'),
      cell: ({ labels }) =>
        labels.service === undefined ? (
          '–'
        ) : (
          <>
            <ServiceMark name={labels.service} />
            {labels.service}
          </>
        ),
    },
    { name: 'status', title: t('state'), cell: ({ status }) => t(`incident_${status}`) },
    {
      name: 'since',
      title: t('since'),
      kind: 'number',
      cell: ({ started_at: at }) => <span title={time(at, locale)}>{ago(at, nowMs, locale)}</span>,
    },
    {
      name: 'who',
      title: t('inHands'),
      cell: ({ assignees, acknowledged_by: by }) => {
        const who = assignees[0] ?? by;
        return who === undefined ? '–' : nameOf(who);
      },
    },
    {
      name: 'quiet',
      title: t('quiet'),
      cell: (incident) => <span className="soft">{quietWords(incident, nowMs, t, locale)}</span>,
    },
  ];
}

/** Why no notification of it is sent now, and what it is the cause of, as far as a list says so. */
export function quietWords(
  { root_service: service, suppressed_by: suppressed, cause_of: followers, snoozed_until: until, status }: Incident,
  nowMs: number,
  t: Translate,
  locale: Locale,
): string {
  if (status === 'resolved') return '';
  if (suppressed !== undefined) return t('quietInhibited', { service: service ?? '–' });
  if (followers !== undefined) return t('causeItself', { count: followers });
  if (service !== undefined) return t('causeIs', { service });
  return until !== undefined && until > nowMs * 1_000
    ? t('quietSnoozed', { time: time(until, locale, { day: false, seconds: false }) })
    : '';
}
