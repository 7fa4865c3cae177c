import type { TransactionDetailQuery } from '@spanwise/contracts/apm/details';
import { invalidArgument, notFound } from '@spanwise/contracts/base/errors';
import { SeriesKind } from '@spanwise/span-model/series';
import type { ApmRead } from '../read/apm-read.js';
import { readSeries } from '../read/series-rows.store.js';
import type { Series } from '../read/series.js';

/** The transaction's series of all versions, and the one kind that it has; throws when there is none or a choice. */
export async function findTransaction(
  { transaction, kind }: Pick<TransactionDetailQuery, 'transaction' | 'kind'>,
  read: ApmRead,
): Promise<{ known: Map<string, Series>; category: string }> {
  const { version: _, ...identity } = read.filters;
  const filters = { ...identity, name: transaction, ...(kind !== undefined && { category: kind }) };
  const known = await readSeries(read.snapshot, [SeriesKind.Transaction], filters);
  const kinds = [...new Set([...known.values()].map((series) => series.category))].sort();
  if (kinds.length === 0) throw notFound('There is no such transaction.');
  if (kinds.length > 1) {
    const names = kinds.join(', ');
    throw invalidArgument(`Transactions of several kinds have this name: choose one with \`kind\` (${names}).`, [
      { field: 'kind', reason: `must be one of ${names}` },
    ]);
  }
  return { known, category: kinds[0]! };
}
