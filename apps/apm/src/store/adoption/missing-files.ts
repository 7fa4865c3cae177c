/** Segments that the catalogue names and whose files the object store does not have. */
import type { ObjectStore } from '@spanwise/object-store/object-store';
import { streamPrefix } from '@spanwise/segments/segment-key';
import type { Pool } from 'pg';
import type { StreamName } from './adoption.store.js';
import { namedOfStream, streamNames, type NamedFile } from './missing-files.store.js';

export type MissingFile = StreamName & NamedFile;

/** Stream by stream: only the keys of one stream are held in memory. */
export async function* missingFiles(pool: Pool, store: ObjectStore): AsyncGenerator<MissingFile> {
  for (const of of await streamNames(pool)) {
    // The catalogue is read before the store is listed: a file that leaves the catalogue meanwhile stays for the grace period.
    const missing = new Map((await namedOfStream(pool, of)).map((file) => [file.key, file]));
    if (missing.size === 0) continue;
    for await (const { key } of store.list(streamPrefix(of))) missing.delete(key);
    for (const file of missing.values()) yield { ...of, ...file };
  }
}
