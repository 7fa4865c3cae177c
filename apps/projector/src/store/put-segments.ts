import { rm, writeFile } from 'node:fs/promises';
import type { LostRange, ManifestSegment } from '@spanwise/contracts/log/manifests';
import type { ObjectStore } from '@spanwise/object-store/object-store';
import type { Signal } from '@spanwise/segments/columns';
import { isFaultOfData } from '@spanwise/segments/engine-fault';
import { segmentKey } from '@spanwise/segments/segment-key';
import type { SegmentEngine, SegmentFile } from '@spanwise/segments/segment-engine';
import { makeInParts, type Parted } from './in-parts.js';
import type { KnownFields } from './known-fields.js';
import { halveLines, rangesOf, type LinesFile } from './lines-file.js';
import type { SegmentSpool } from './segment-spool.js';

/** Fields in one manifest, so that it fits a message of the bus; the others go with the next one. */
const MAX_FIELDS = 5_000;
/** Of the filters in one manifest; a segment without one is opened for every trace until it is merged. */
const MAX_FILTER_CHARACTERS = 512 * 1024;
const PUTS_AT_ONCE = 8;

/** What a manifest in the making still has room for. */
export class ManifestRoom {
  fields = MAX_FIELDS;
  filterCharacters = MAX_FILTER_CHARACTERS;
}

export interface SegmentPorts {
  store: ObjectStore;
  engine: SegmentEngine;
  known: KnownFields;
  newId: () => string;
  stopping: AbortSignal;
  /** Hears of every answer of the engine. */
  onProgress: () => void;
}

/** What was put of a spool. */
export interface PutSegments {
  segments: ManifestSegment[];
  /** Records that the engine refuses, however few of them it is given. */
  lost: { range: LostRange; error: unknown }[];
}

/**
 * Makes Parquet files of all spooled lines and puts them into the store, durably; throws between two of them once `stopping`
 * is aborted, and whatever fails for another reason than the records themselves: nothing is lost then.
 */
export async function putSegments(ports: SegmentPorts, spool: SegmentSpool, room: ManifestRoom): Promise<PutSegments> {
  const { store, known, newId, stopping } = ports;
  const segments: ManifestSegment[] = [];
  const lost: PutSegments['lost'] = [];
  let puts: Promise<void>[] = [];
  for (const { of, lines } of spool.take()) {
    if (stopping.aborted) {
      await settled(puts);
      stopping.throwIfAborted();
    }
    const { made, givenUp } = await filesOf(ports, of.signal, lines);
    for (const { part, error } of givenUp) {
      for (const range of await rangesOf(part, of.organizationId)) lost.push({ range, error });
      await rm(part.path);
    }
    for (const { path, file } of made) {
      const id = newId();
      const { traceFilter, ...described } = { ...of, id, key: segmentKey(of, file.fromMicros, id), ...file };
      const { fields, unannounced } = known.of(of).seen.takeChanged(room.fields);
      room.fields -= fields.length;
      const filtered = traceFilter !== undefined && traceFilter.length <= room.filterCharacters;
      if (filtered) room.filterCharacters -= traceFilter.length;
      const more = { ...(unannounced > 0 && { untoldFields: unannounced }), ...(filtered && { traceFilter }) };
      segments.push({ ...described, fields, ...more });
      puts.push(store.putFile(described.key, path));
      if (puts.length < PUTS_AT_ONCE) continue;
      await settled(puts);
      puts = [];
    }
  }
  await settled(puts);
  return { segments, lost };
}

interface MadeFile {
  path: string;
  file: SegmentFile;
}

/** Usually one. */
function filesOf(
  { engine, onProgress }: SegmentPorts,
  signal: Signal,
  lines: LinesFile,
): Promise<Parted<LinesFile, MadeFile>> {
  const make = async (part: LinesFile): Promise<MadeFile> => {
    const path = `${part.path}.parquet`;
    const file = await engine.fromLines(signal, part.path, part.longestLineBytes, path).finally(onProgress);
    if (file.rows !== part.rows) throw new Error(`the engine has made ${file.rows} rows of ${part.rows} lines`);
    await rm(part.path);
    return { path, file };
  };
  const control = async () => {
    const path = `${lines.path}-control`;
    await writeFile(path, `{"_timestamp":0}\n`);
    await rm((await make({ path, rows: 1, longestLineBytes: 32 })).path);
  };
  return makeInParts(lines, { make, halve: halveLines, isOfData: isFaultOfData, control });
}

/** All of them, before the first failure is thrown: nothing goes on behind the back of a new attempt. */
async function settled(puts: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(puts);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
