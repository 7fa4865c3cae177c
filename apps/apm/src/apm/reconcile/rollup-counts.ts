import { copyOut, textLiteral } from '@spanwise/postgres/copy-out';
import { RedAggregate, type RedTotals } from '@spanwise/span-model/red';
import { SeriesKind } from '@spanwise/span-model/series';
import { MICROS, type QueryRange } from '../range/query-range.js';
import { readSeries } from '../read/series-rows.store.js';
import type { Snapshot } from '../read/snapshot.js';
import { forEachRow, PACKED_ROWS } from '../read/stored-rows.js';
import { summed, type CountedRange, type ServiceHour } from './differences.js';

/**
 * What the rows of services hold, hour by hour: those by minute of the range where minutes are kept, and those by hour of
 * the whole hours in it, each by itself. `totals` are of the finer ones.
 */
export async function countedRanges(
  snapshot: Snapshot,
  range: QueryRange,
): Promise<{ ranges: CountedRange[]; totals: RedTotals }> {
  const [firstHour, endHour] = [Math.ceil(range.fromMicros / MICROS.hour), Math.floor(range.toMicros / MICROS.hour)];
  const hours = { resolution: 'hour' as const, fromMicros: firstHour * MICROS.hour, toMicros: endHour * MICROS.hour };
  const minutes = { resolution: 'minute' as const, fromMicros: range.fromMicros, toMicros: range.toMicros };
  const wanted = [...(range.resolution === 'minute' ? [minutes] : []), ...(endHour > firstHour ? [hours] : [])];
  const series = await readSeries(snapshot, [SeriesKind.Service], {});
  const ranges: CountedRange[] = [];
  const sums: RedAggregate[] = [];
  for (const one of wanted) {
    const sum = new RedAggregate();
    const rows: ServiceHour[] = [];
    await eachBucket(snapshot, one, (bucket, id, bytes, start) => {
      const red = new RedAggregate();
      red.mergeEncodedTotals(bytes, start);
      sum.mergeTotals(red);
      const { namespace, service } = series.get(String(id))!;
      const hour = Math.floor((bucket * MICROS[one.resolution]) / MICROS.hour);
      rows.push({ namespace, service, hour, requests: red.sampled, errors: red.sampledErrors });
    });
    ranges.push({ ...one, rollups: summed(rows) });
    sums.push(sum);
  }
  return { ranges, totals: sums[0] ?? new RedAggregate() };
}

async function eachBucket(
  { client, organizationId }: Snapshot,
  { resolution, fromMicros, toMicros }: Omit<CountedRange, 'rollups'>,
  visit: (bucket: number, seriesId: number, bytes: Buffer, start: number) => void,
): Promise<void> {
  const [from, to] = [fromMicros / MICROS[resolution], toMicros / MICROS[resolution]];
  await copyOut(
    client,
    `select bucket, ${PACKED_ROWS} from ${resolution === 'minute' ? 'rollup_minutes' : 'rollup_hours'}
      where organization_id = ${textLiteral(organizationId)} and kind = ${SeriesKind.Service}
        and bucket >= ${Number(from)} and bucket < ${Number(to)} group by bucket`,
    (row) => {
      const bytes = row.view(1);
      forEachRow(bytes, (id, start) => visit(row.int(0), id, bytes, start));
    },
  );
}
