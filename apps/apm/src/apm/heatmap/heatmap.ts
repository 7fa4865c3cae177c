import { Controller } from '@nestjs/common';
import { HandleRpc } from '@spanwise/bus/rpc-handler';
import { apmHeatmap, type Heatmap, type HeatmapCell, type HeatmapQuery } from '@spanwise/contracts/apm/heatmap';
import { invalidArgument } from '@spanwise/contracts/base/errors';
import type { IamContext } from '@spanwise/contracts/authz/iam-context';
import { WEIGHT_ONE } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { bucketStarts } from '../range/query-range.js';
import { ApmReads, narrowed, type ApmRead, type MetaOf } from '../read/apm-read.js';
import { filtersOf } from '../read/filters.js';
import { mergeAll } from '../read/grouping.js';
import { readPerBucket, type BucketShape } from '../read/per-bucket.js';
import { readRange } from '../read/series-rows.store.js';
import { findTransaction } from '../transactions/find-transaction.js';
import { rowStart, unitsByRow } from './heatmap-rows.js';

const MAX_COLUMNS = 240;

type RowUnits = ReadonlyMap<number, number>;
const ROWS: BucketShape<RowUnits> = {
  name: 'heatmap',
  of: ({ sketch }) => unitsByRow(sketch),
  bytesOf: ({ size }) => 100 + size * 40,
};

/** Durations of requests over time, from the sketches of the rollups: no span is read (APM-28). */
@Controller()
export class Heatmaps {
  constructor(private readonly reads: ApmReads) {}

  @HandleRpc(apmHeatmap)
  async heatmap(query: HeatmapQuery, context: IamContext): Promise<Heatmap> {
    if (query.kind !== undefined && query.transaction === undefined) {
      throw invalidArgument('A kind is that of a transaction: give `transaction`, too.', [
        { field: 'kind', reason: 'needs transaction' },
      ]);
    }
    return this.reads.answer(context, this.reads.rangeOf(query), filtersOf(query), (read, meta) =>
      compose(query, read, meta),
    );
  }
}

async function compose({ transaction, kind }: HeatmapQuery, asked: ApmRead, meta: MetaOf): Promise<Heatmap> {
  if (transaction === undefined) return drawn(asked, SeriesKind.Service, meta);
  const { category } = await findTransaction({ transaction, kind }, asked);
  return drawn(narrowed(asked, { name: transaction, category }), SeriesKind.Transaction, meta);
}

async function drawn(read: ApmRead, kind: SeriesKind, meta: MetaOf): Promise<Heatmap> {
  const { bucketMicros } = read.range;
  const active = await readRange(read.snapshot, [kind], read.filters, read.range);
  const buckets = await readPerBucket(read, kind, ROWS, active);
  const starts = bucketStarts(read.range, read.nowMicros);
  const perColumn = Math.max(1, Math.ceil(starts.length / MAX_COLUMNS));
  const columns = starts.filter((_, at) => at % perColumn === 0);
  const units = columns.map((start) => {
    const first = start / bucketMicros;
    return merged(Array.from({ length: perColumn }, (_, at) => buckets.get(first + at)));
  });
  return {
    column_micros: perColumn * bucketMicros,
    columns,
    ...cellsOf(units),
    meta: await meta(mergeAll(active.map(({ red }) => red))),
  };
}

function merged(buckets: readonly (RowUnits | undefined)[]): RowUnits {
  const sum = new Map<number, number>();
  for (const bucket of buckets) for (const [row, units] of bucket ?? []) sum.set(row, (sum.get(row) ?? 0) + units);
  return sum;
}

function cellsOf(columns: readonly RowUnits[]): Pick<Heatmap, 'rows' | 'cells'> {
  const occupied = columns.flatMap((units) => [...units.keys()]);
  if (occupied.length === 0) return { rows: [], cells: [] };
  // Of at most 240 columns and 150 rows, which is no list of arguments.
  const [low, high] = occupied.reduce(([min, max], row) => [Math.min(min, row), Math.max(max, row)], [Infinity, 0]);
  const rows = Array.from({ length: high - low + 2 }, (_, at) => rowStart(low + at));
  const cells = columns.flatMap((units, column) =>
    [...units]
      .sort(([a], [b]) => a - b)
      .map(([row, of]): HeatmapCell => ({ column, row: row - low, request_count: Math.round(of / WEIGHT_ONE) })),
  );
  return { rows, cells };
}
