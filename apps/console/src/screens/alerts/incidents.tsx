import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { useClock } from '../../ui/clock.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { ListPage } from '../../ui/list-page.js';
import { Problems } from '../../ui/states.js';
import { useScreenSearch, type ScreenSearch } from '../../ui/use-search.js';
import { AlertsTabs } from './alerts-tabs.js';
import { useIncidentColumns } from './incident-columns.js';
import {
  INCIDENT_FIELDS,
  incidentsAsked,
  listed,
  pageOf,
  SEVERITIES,
  STATUSES,
  type IncidentState,
} from './incident-list.js';

export function Incidents() {
  const t = useT();
  const { nowMs } = useClock();
  const search = useScreenSearch<IncidentState>(INCIDENT_FIELDS);
  const { state, window, problems, change } = search;
  const query = incidentsAsked(state.status, window, nowMs);
  const answer = useQuery({
    queryKey: ['incidents', query, nowMs],
    queryFn: () => answerOf(api.GET('/api/v1/alerts/incidents', { params: { query } })),
  });
  const data = useMemo(
    () => answer.data && pageOf(listed(answer.data, state, window), state.cursor),
    [answer.data, state, window],
  );
  const columns = useIncidentColumns();
  return (
    <>
      <AlertsTabs at="incidents" />
      <div className="screen-head">
        <h1>{t('incidents')}</h1>
        <FilterChips search={search} />
      </div>
      <Problems problems={problems} />
      <Filters search={search} />
      <ListPage
        of={{ ...answer, data }}
        label={t('incidents')}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          state.status === 'active' && state.severity === '' && state.service === '' && state.environment === ''
            ? ['noIncidents', 'noIncidentsNext']
            : ['noSuchIncidents', 'noSuchIncidentsNext']
        }
        change={change}
      />
    </>
  );
}

function Filters({ search: { state, change } }: { search: ScreenSearch<IncidentState> }) {
  const t = useT();
  return (
    <div className="filters" role="search">
      <select
        className="input"
        aria-label={t('state')}
        value={state.status}
        onChange={({ target }) => change({ status: target.value === STATUSES[0] ? undefined : target.value })}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`incidents_${status}`)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={t('severity')}
        value={state.severity}
        onChange={({ target }) => change({ severity: target.value })}
      >
        <option value="">{t('everySeverity')}</option>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {t(`severity_${severity}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
