import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '@spanwise/host/config';
import { createObjectStore, objectStoreVariables } from './config.js';
import { DiskStore } from './disk-store.js';
import { ObjectMissing, ObjectStoreFault, type ObjectStore } from './object-store.js';
import { S3Server } from './s3-server.fixture.js';
import { S3Store } from './s3-store.js';

let folder: string;
let s3: S3Server;
const stores: Record<string, ObjectStore> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'object-store-'));
  s3 = await S3Server.start();
  stores.disk = new DiskStore(join(folder, 'objects'));
  stores.s3 = new S3Store(s3.options);
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

async function listed(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key, bytes } of store.list(prefix)) keys.push(`${key} ${bytes}`);
  return keys.sort();
}

describe.each(['disk', 's3'])('an object store: %s', (kind) => {
  it('gives back what was put, by file and by bytes', async () => {
    const store = stores[kind];
    const made = join(folder, `made-${kind}`);
    await writeFile(made, 'a whole file');
    await store!.putFile('a/b/one.parquet', made);
    await store!.putBytes('a/two', Buffer.from([0, 255, 1]));
    await expect(stat(made)).rejects.toThrow('ENOENT');
    const back = join(folder, `back-${kind}`);
    await store!.fetchTo('a/b/one.parquet', back);
    expect(await readFile(back, 'utf8')).toBe('a whole file');
    await store!.fetchTo('a/two', back);
    expect([...(await readFile(back))]).toEqual([0, 255, 1]);
    await store!.probe();
  });

  it('lists by prefix, over several pages, and shows nothing of other prefixes', async () => {
    const store = stores[kind];
    for (let at = 0; at < 8; at++) await store!.putBytes(`list/x/${at}`, Buffer.alloc(at));
    await store!.putBytes('list/xy', Buffer.alloc(1));
    expect(await listed(store!, 'list/x/')).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `list/x/${at} ${at}`));
    expect(await listed(store!, 'list/xy')).toEqual(['list/xy 1']);
    expect(await listed(store!, 'nothing/')).toEqual([]);
  });

  it('deletes, and takes what is not there for deleted', async () => {
    const store = stores[kind];
    await store!.putBytes('gone/deep/object', Buffer.alloc(1));
    for (let again = 0; again < 2; again++) await store!.delete('gone/deep/object');
    expect(await listed(store!, 'gone/')).toEqual([]);
    await expect(store!.fetchTo('gone/deep/object', join(folder, 'nothing'))).rejects.toThrow(ObjectMissing);
  });

  it('gives a key to one of many that put it at once, and reads a small object whole', async () => {
    const store = stores[kind];
    const texts = Array.from({ length: 8 }, (_, at) => `claim ${at}`);
    const isFirst = await Promise.all(texts.map((text) => store!.putNew('marks/one', Buffer.from(text))));
    expect(isFirst.filter(Boolean)).toHaveLength(1);
    expect(String(await store!.readBytes('marks/one', 100))).toBe(texts[isFirst.indexOf(true)]);
    await store!.putBytes('marks/one', Buffer.from('replaced'));
    expect(await store!.putNew('marks/one', Buffer.from('late'))).toBe(false);
    expect(String(await store!.readBytes('marks/one', 8))).toBe('replaced');
    await expect(store!.readBytes('marks/one', 7)).rejects.toThrow();
    expect(await store!.readBytes('marks/none', 100)).toBeUndefined();
  });

  it.each([
    '../out',
    'a/../../out',
    '/etc/passwd',
    'a//b',
    '',
    '.',
    'a/./b',
    'a\\b',
    'a\0',
    'a b',
    'é',
    'x/'.repeat(20),
  ])('refuses the key %j', async (key) => {
    const store = stores[kind];
    await expect(store!.putBytes(key, Buffer.alloc(1))).rejects.toThrow('malformed');
    expect(() => store!.localPath(key)).toThrow('malformed');
    await expect(store!.delete(key)).rejects.toThrow('malformed');
  });
});

describe('the disk', () => {
  it('gives the path of an object, and leaves nothing of a put behind', async () => {
    const { disk } = stores;
    await disk!.putBytes('p/q', Buffer.from('here'));
    expect(await readFile(disk!.localPath('p/q')!, 'utf8')).toBe('here');
    expect(await readdir(join(folder, 'objects', '.incoming'))).toEqual([]);
    expect(await listed(disk!, '')).not.toContain('.incoming');
  });

  it('keeps nothing of what could not be put', async () => {
    const { disk } = stores;
    await disk!.putBytes('taken', Buffer.alloc(1));
    const made = join(folder, 'made-in-vain');
    await writeFile(made, 'a file');
    await expect(disk!.putFile('taken/below', made)).rejects.toThrow();
    await expect(disk!.putBytes('taken/below', Buffer.alloc(9))).rejects.toThrow();
    expect(await readdir(join(folder, 'objects', '.incoming'))).toEqual([]);
  });

  it('removes what a writer that died has left, and nothing that is being put', async () => {
    const incoming = join(folder, 'objects', '.incoming');
    await writeFile(join(incoming, 'left'), 'half a file');
    expect(await stores.disk!.removeUnfinished(3_600_000)).toBe(0);
    // As a look an hour from now would see it.
    expect(await stores.disk!.removeUnfinished(-3_600_000)).toBe(1);
    expect(await readdir(incoming)).toEqual([]);
  });

  it('puts and deletes in one folder at a time without losing what was put', async () => {
    const { disk } = stores;
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        await disk!.putBytes(`race/folder/${at}`, Buffer.alloc(1));
        if (at % 2 === 0) await disk!.delete(`race/folder/${at}`);
      }),
    );
    expect(await listed(disk!, 'race/')).toHaveLength(25);
  });
});

describe('S3', () => {
  it('tries again after faults and silence, and gives up after four attempts', async () => {
    s3.faults = [503, 'hang', 500];
    await stores.s3!.putBytes('again/one', Buffer.from('there'));
    expect(s3.objects.get('spanwise/again/one')!.toString()).toBe('there');
    s3.faults = [500, 500, 500, 500];
    s3.requests = 0;
    await expect(stores.s3!.putBytes('again/two', Buffer.alloc(1))).rejects.toThrow(ObjectStoreFault);
    expect(s3.requests).toBe(4);
  });

  it('takes a key that it was given, although the answer was lost, for its own', async () => {
    s3.answersLost = 1;
    expect(await stores.s3!.putNew('lost/answer', Buffer.from('mine'))).toBe(true);
    expect(s3.objects.get('spanwise/lost/answer')!.toString()).toBe('mine');
  });

  it('does not repeat what is refused, and says no secret', async () => {
    s3.requests = 0;
    const stranger = new S3Store({ ...s3.options, secretAccessKey: 'another' });
    await expect(stranger.putBytes('refused', Buffer.alloc(1))).rejects.toThrow('the object store answered 403');
    expect(s3.requests).toBe(1);
  });
});

describe('the configuration', () => {
  it.each([
    ['file:///var/lib/spanwise', DiskStore],
    ['s3://bucket/telemetry?endpoint=https://s3.example:9000&region=eu-1', S3Store],
  ])('%s', (value, kind) => {
    const config = loadConfig(objectStoreVariables, { SPANWISE_OBJECT_STORE: value });
    expect(createObjectStore(config)).toBeInstanceOf(kind);
  });

  it.each(['relative/path', 'file://host/path', 's3://bucket', 's3://BUCKET?endpoint=https://s3.example', 'http://x'])(
    'refuses %s',
    (value) => {
      expect(() => loadConfig(objectStoreVariables, { SPANWISE_OBJECT_STORE: value })).toThrow('SPANWISE_OBJECT_STORE');
    },
  );
});

describe('the disk of an object store', () => {
  it('is its owner’s alone, whatever was put there, also after the folder was removed', async () => {
    const root = join(folder, 'private', 'objects');
    const store = new DiskStore(root);
    for (let round = 0; round < 2; round++) {
      await writeFile(join(folder, 'open'), 'x', { mode: 0o666 });
      await store.putFile('a/b/file', join(folder, 'open'));
      await store.putBytes('a/bytes', Buffer.from('y'));
      const modeOf = async (path: string) => (await stat(join(root, path))).mode & 0o777;
      for (const made of ['', '.incoming', 'a', 'a/b']) expect(await modeOf(made)).toBe(0o700);
      for (const file of ['a/b/file', 'a/bytes']) expect(await modeOf(file)).toBe(0o600);
      await rm(root, { recursive: true });
    }
  });
});
