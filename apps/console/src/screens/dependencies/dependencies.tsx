import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { listFields, listQuery, type ListState } from '../../lib/list-query.js';
import { keptMembers, text } from '../../lib/search.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { ListPage } from '../../ui/list-page.js';
import { keyOfDependency, useCallColumns } from '../../ui/red-tables.js';
import { Problems } from '../../ui/states.js';
import { sortingOf } from '../../ui/table.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';

interface State extends ListState<'request_count' | 'error_rate' | 'p95'> {
  service: string;
}
const FIELDS = { ...listFields(['request_count', 'error_rate', 'p95'] as const), service: text() };

export function Dependencies() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  const { state, problems, change } = search;
  const query = listQuery(search);
  const page = useQuery({
    queryKey: ['dependencies', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/dependencies', { params: { query } })),
  });
  const seen = { ...keptMembers(search.raw), ...(state.service !== '' && { service: state.service }) };
  const columns = useCallColumns(page.data?.items ?? []);
  return (
    <>
      <div className="screen-head">
        <h1>{t('dependencies')}</h1>
        <FilterChips search={search} />
        <Link to="/map" search={seen as never}>
          {t('asMap')}
        </Link>
        {page.data !== undefined && <Trust meta={page.data.meta} />}
      </div>
      <Problems problems={problems} />
      <ListPage
        of={page}
        label={t('dependencies')}
        columns={columns}
        keyOf={keyOfDependency}
        sorting={sortingOf(state, change)}
        empty={['noCalls', 'noCallsNext']}
        change={change}
      />
    </>
  );
}
