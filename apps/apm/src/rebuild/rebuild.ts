/** Figures of one organization and range, recomputed from the stored spans and compared with what is there (ADR 0014). */
import type { Pool } from 'pg';
import { DELTA_PARTITIONS, type ProjectorStatus } from '@spanwise/contracts/log/projector';
import { SegmentUnreadable, type SegmentFiles } from '@spanwise/segments/catalogue';
import type { EngineLimits } from '@spanwise/segments/engine-instance';
import { SpanReader } from '@spanwise/segments/span-reader';
import { partitionOf } from '@spanwise/span-model/delta-codec';
import type { BudgetLimits } from '../rollups/rollups/budgets.js';
import type { DeltaOffset } from '../rollups/rollups/delta-offsets.store.js';
import type { Leases } from '../store/segments/leases.js';
import { compareCatalogues, compareRows, type CatalogueComparison, type TableComparison } from './compare.store.js';
import { checkKept, lostRanges, NotComplete, rawSegments, waitUntilStored } from './raw-segments.store.js';
import { recount, type Recounted } from './recount.js';
import { RangeChanged, replaceRows } from './replace.store.js';
import { copyStored, resetScratch } from './scratch.store.js';
import type { AskedRange, RebuiltRange } from './tables.store.js';

export interface RebuildPorts {
  /** Of `openScratch`. */
  scratch: Pool;
  files: SegmentFiles;
  leases: Leases;
  askProjector: () => Promise<ProjectorStatus>;
  limits: BudgetLimits;
  engine: EngineLimits;
  horizonMicros: number;
}

export interface Rebuilt {
  recounted: Recounted;
  tables: TableComparison[];
  catalogues: CatalogueComparison[];
  /** Every compared row has the recomputed bytes, and the catalogues hold what was recomputed. */
  isEqual: boolean;
  replaced: boolean;
  /** Ranges of the log that are known to be in no segment; what they held is in the figures alone. */
  lost: number;
  /** Whether error groups were compared and replaced. */
  withErrors: boolean;
}

const ATTEMPTS = 3;

/**
 * With `apply`, rows that differ are replaced, which is proved in the same transaction. Throws `NotComplete` where the
 * spans are not all there, and `RangeChanged` while the range is still being written to.
 */
export async function rebuild(ports: RebuildPorts, range: AskedRange, apply: boolean): Promise<Rebuilt> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptRebuild(ports, range, apply);
    } catch (error) {
      if (!(error instanceof RangeChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function attemptRebuild(ports: RebuildPorts, asked: AskedRange, apply: boolean): Promise<Rebuilt> {
  const { scratch } = ports;
  const partition = partitionOf(asked.organizationId, DELTA_PARTITIONS);
  await resetScratch(scratch);
  await checkKept(scratch, asked, Date.now() * 1_000);
  const { range, offsets } = await copyStored(scratch, partition, asked);
  await waitUntilStored(scratch, offsets, ports.askProjector);
  const recounted = await recountStored(ports, range, offsets);
  const tables = await compareRows(scratch, 'stored', range);
  const { compared: catalogues, lackingGroups } = await compareCatalogues(scratch, range);
  const isEqual = tables.every(({ different }) => different === 0) && catalogues.every(({ lacking }) => lacking === 0);
  const replaced = apply && !isEqual;
  if (replaced) await replaceRows(scratch, partition, range, lackingGroups);
  const lost = await lostRanges(scratch, range.organizationId);
  return { recounted, tables, catalogues, isEqual, replaced, lost, withErrors: range.withErrors };
}

/** Figures are not made of a part of the spans. */
async function wholeFile(files: SegmentFiles, segment: Parameters<SegmentFiles['localPath']>[0]): Promise<string> {
  try {
    return await files.localPath(segment);
  } catch (error) {
    throw error instanceof SegmentUnreadable ? new NotComplete(`The ${error.message}.`) : error;
  }
}

async function recountStored(
  { scratch, files, leases, limits, engine, horizonMicros }: RebuildPorts,
  range: RebuiltRange,
  offsets: ReadonlyMap<number, DeltaOffset>,
): Promise<Recounted> {
  const segments = await rawSegments(scratch, range, horizonMicros);
  const release = leases.take(segments.map(({ key }) => key));
  try {
    const paths: string[] = [];
    for (const segment of segments) paths.push(await wholeFile(files, segment));
    const reader = await SpanReader.open(engine, paths);
    try {
      const unknown = await reader.withoutDelta(range);
      if (unknown > 0)
        throw new NotComplete(
          `${unknown} spans of the range were stored by an older version, which did not note the deltas that counted them.`,
        );
      const through = new Map([...offsets].map(([shard, { n }]) => [shard, n]));
      return await recount(scratch, reader, range, through, limits);
    } finally {
      reader.close();
    }
  } finally {
    release();
  }
}
