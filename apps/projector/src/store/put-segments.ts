import { rm } from 'node:fs/promises';
import type { ManifestSegment } from '@spanwise/contracts/manifests';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { segmentKey } from '@spanwise/segments/segment-key';
import type { SegmentEngine } from '@spanwise/segments/segment-engine';
import type { KnownFields } from './known-fields.js';
import type { SegmentSpool, SpooledSegment } from './segment-spool.js';

/** Fields in one manifest, so that it fits a message of the bus; the others go with the next one. */
const MAX_FIELDS = 5_000;
/** Of the filters in one manifest; a segment without one is opened for every trace until it is merged. */
const MAX_FILTER_CHARACTERS = 512 * 1024;
const PUTS_AT_ONCE = 8;

/** Makes a Parquet file of every spooled segment and puts it into the store, durably; throws between two of them once `stopping` is aborted. */
export async function putSegments(
  store: ObjectStore,
  engine: SegmentEngine,
  spool: SegmentSpool,
  known: KnownFields,
  newId: () => string,
  stopping: AbortSignal,
): Promise<ManifestSegment[]> {
  const made: ManifestSegment[] = [];
  let puts: Promise<void>[] = [];
  let fieldsLeft = MAX_FIELDS;
  let filtersLeft = MAX_FILTER_CHARACTERS;
  for (const segment of spool.segments) {
    if (stopping.aborted) {
      await settled(puts);
      stopping.throwIfAborted();
    }
    const path = `${segment.path}.parquet`;
    const { traceFilter, ...described } = await describe(engine, segment, path, newId());
    const { fields, untold } = known.of(segment.of).seen.takeChanged(fieldsLeft);
    fieldsLeft -= fields.length;
    const filtered = traceFilter !== undefined && traceFilter.length <= filtersLeft;
    if (filtered) filtersLeft -= traceFilter.length;
    const more = { ...(untold > 0 && { untoldFields: untold }), ...(filtered && { traceFilter }) };
    made.push({ ...described, fields, ...more });
    puts.push(store.putFile(described.key, path));
    if (puts.length < PUTS_AT_ONCE) continue;
    await settled(puts);
    puts = [];
  }
  await settled(puts);
  return made;
}

async function describe(engine: SegmentEngine, segment: SpooledSegment, path: string, id: string) {
  const lines = segment.finish();
  const file = await engine.fromLines(segment.of.signal, lines, segment.longestLineBytes, path);
  await rm(lines);
  return { ...segment.of, id, key: segmentKey(segment.of, file.fromMicros, id), ...file };
}

/** All of them, before the first failure is thrown: nothing goes on behind the back of a new attempt. */
async function settled(puts: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(puts);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
