/** One page of a list: its table or that it is empty, and what leads to the pages beside it. */
import { useT, type Key } from '../i18n/i18n.js';
import { Answered, Empty, type Asked } from './states.js';
import { Pager, Table, type TableProps } from './table.js';

interface Page<Row> {
  items: readonly Row[];
  previous_cursor: string | null;
  next_cursor: string | null;
  /** Why not all is there that was asked for. */
  partial_reason?: string;
}

interface ListPageProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  of: Asked<Page<Row>>;
  /** What is said, and what can be done, where nothing is listed. */
  empty: [said: Key, next: Key];
  change: (change: { cursor: string }) => void;
}

export function ListPage<Row>({ of, empty: [said, next], change, ...table }: ListPageProps<Row>) {
  const t = useT();
  return (
    <Answered of={of} height={400}>
      {({ items, previous_cursor: before, next_cursor: after, partial_reason: partial }) => (
        <section className="panel">
          {partial !== undefined && <p className="notice warn">{t('partialAnswer', { reason: partial })}</p>}
          {items.length === 0 ? <Empty title={t(said)}>{t(next)}</Empty> : <Table {...table} rows={items} />}
          <Pager previous={before} next={after} go={(cursor) => change({ cursor })} />
        </section>
      )}
    </Answered>
  );
}
