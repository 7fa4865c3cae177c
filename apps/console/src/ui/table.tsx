/** Tables of a screen: a head that stays, numbers at the right, sorting by the server. */
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.js';

export interface Column<Row> {
  name: string;
  title: string;
  kind?: 'number' | 'wide';
  /** What the API calls this order; without one the column cannot be sorted by. */
  sort?: string;
  cell: (row: Row) => ReactNode;
}

interface Sorting {
  sort: string;
  direction: 'asc' | 'desc';
  by: (sort: string) => void;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorting?: Sorting;
}

export function Table<Row>({ label, columns, rows, keyOf, sorting }: TableProps<Row>) {
  return (
    <div className="table-box" tabIndex={0} role="region" aria-label={label}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, kind, cell }) => (
                <td key={name} className={kind} data-column={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({ column: { title, kind, sort }, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  if (sort === undefined || sorting === undefined)
    return (
      <th scope="col" className={kind}>
        {title}
      </th>
    );
  const active = sorting.sort === sort;
  const ascending = sorting.direction === 'asc';
  return (
    <th scope="col" className={kind} aria-sort={active ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => sorting.by(sort)}>
        {title}
        {active && <span aria-hidden="true">{ascending ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
}

interface PagerProps {
  previous: string | null;
  next: string | null;
  go: (cursor: string) => void;
}

export function Pager({ previous, next, go }: PagerProps) {
  const t = useT();
  if (previous === null && next === null) return null;
  return (
    <div className="pager">
      <button className="button" type="button" disabled={previous === null} onClick={() => go(previous!)}>
        {t('previousPage')}
      </button>
      <button className="button" type="button" disabled={next === null} onClick={() => go(next!)}>
        {t('nextPage')}
      </button>
    </div>
  );
}

/** By the same column again: the other way round. */
export function sortingOf(
  state: { sort: string; direction: 'asc' | 'desc' },
  change: (change: Record<string, string | undefined>) => void,
): Sorting {
  return {
    ...state,
    by: (sort) => {
      const turned = state.direction === 'desc' ? 'asc' : 'desc';
      change({ sort, direction: sort === state.sort ? turned : sort === 'name' ? 'asc' : 'desc' });
    },
  };
}
