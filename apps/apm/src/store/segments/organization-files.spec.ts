import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureFolder } from '@spanwise/host/work-folder';
import { DiskStore } from '@spanwise/object-store/disk-store';
import { Leases } from './leases.js';
import { removeOrganizationFiles } from './organization-files.js';
import { CachedSegmentFiles } from './segment-files.js';

const GOES = '00000000-0000-7000-8000-0000000000a1';
const STAYS = '00000000-0000-7000-8000-0000000000a2';
const keysOf = (organization: string) => [
  `${organization}/logs/app/2026-01-01/00/0-1-x.parquet`,
  `${organization}/traces/default/2026-01-01/00/m-y.parquet`,
  `search-jobs/${organization}/job/1-000000.ndjson`,
];

let folder: string;
let store: DiskStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organization-files-'));
  store = new DiskStore(join(folder, 'objects'));
  for (const key of [...keysOf(GOES), ...keysOf(STAYS)]) await store.putBytes(key, Buffer.from('rows'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('files of a deleted organization', () => {
  it('leave the store, whether a table names them or not, and no folder behind; others stay', async () => {
    expect(await removeOrganizationFiles(store, GOES)).toEqual({ files: 3, isEmpty: true });
    const left: string[] = [];
    for await (const { key } of store.list('')) left.push(key);
    expect(left.toSorted()).toEqual(keysOf(STAYS).toSorted());
    expect((await readdir(join(folder, 'objects'))).toSorted()).toEqual([STAYS, '.incoming', 'search-jobs'].toSorted());
    expect(await removeOrganizationFiles(store, GOES)).toEqual({ files: 0, isEmpty: true });
  });

  it('are not said to be gone when the time is over first', async () => {
    expect(await removeOrganizationFiles(store, GOES, { limitMs: -1 })).toEqual({ files: 0, isEmpty: false });
  });

  it('leave the cache of what was fetched from a store elsewhere, that of an earlier process too', async () => {
    // The same store, as one whose files are not of this machine.
    const elsewhere = Object.assign(Object.create(store) as DiskStore, { localPath: () => undefined });
    const cache = join(folder, 'cache');
    const files = () => new CachedSegmentFiles(elsewhere, () => ensureFolder(cache), 1_000_000, new Leases());
    for (const key of [keysOf(GOES)[0]!, keysOf(STAYS)[0]!]) await files().localPath({ id: 'x', key });
    expect(await readdir(cache)).toHaveLength(2);
    await files().forget(GOES);
    expect((await readdir(cache)).map((name) => name.slice(0, 36))).toEqual([STAYS]);
  });
});
