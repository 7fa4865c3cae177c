import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.js';
import { answerOf, api } from '../../lib/api.js';
import { listFields, listQuery, type ListState } from '../../lib/list-query.js';
import { text } from '../../lib/search.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { ListPage } from '../../ui/list-page.js';
import { keyOfError, useErrorColumns } from '../../ui/red-tables.js';
import { Problems } from '../../ui/states.js';
import { sortingOf } from '../../ui/table.js';
import { Trust } from '../../ui/trust.js';
import { useScreenSearch } from '../../ui/use-search.js';

interface State extends ListState<'occurrence_count' | 'error_rate' | 'last_seen'> {
  service: string;
}
const FIELDS = { ...listFields(['occurrence_count', 'error_rate', 'last_seen'] as const), service: text() };

export function Errors() {
  const t = useT();
  const search = useScreenSearch<State>(FIELDS);
  const { state, problems, change } = search;
  const query = listQuery(search);
  const page = useQuery({
    queryKey: ['errors', query],
    queryFn: () => answerOf(api.GET('/api/v1/apm/errors', { params: { query } })),
  });
  const columns = useErrorColumns();
  return (
    <>
      <div className="screen-head">
        <h1>{t('errorsTitle')}</h1>
        <FilterChips search={search} />
        {page.data !== undefined && <Trust meta={page.data.meta} />}
      </div>
      <Problems problems={problems} />
      <ListPage
        of={page}
        label={t('errorsTitle')}
        columns={columns}
        keyOf={keyOfError}
        sorting={sortingOf(state, change)}
        empty={['noErrors', 'noErrorsNext']}
        change={change}
      />
    </>
  );
}
