import { describe, expect, it } from 'vitest';
import type { KnownMap } from '@spanwise/contracts/telemetry/source-maps';
import { fileKey, indexOf, KnownMaps } from './known-maps.js';

const SHOP = { service: 'shop', release: '1' };

describe('the map of a generated file', () => {
  const index = indexOf([
    ['any', '1', '', 'main.js'],
    ['long', '1', '', 'assets/main.js'],
    ['own', '1', 'cart', 'assets/main.js'],
    ['entry', '1', '', 'index.js'],
    ['lib', '1', '', 'node_modules/react/index.js'],
    ['other', '2', '', 'old.js'],
  ]);
  it.each<[string, object, string | undefined]>([
    ['https://shop.example/assets/main.js?v=3', SHOP, 'long'],
    ['https://shop.example/other/main.js', SHOP, 'any'],
    ['/app/dist/assets/main.js', SHOP, 'long'],
    ['C:\\app\\main.js', SHOP, 'any'],
    ['/app/index.js', SHOP, 'entry'],
    ['/app/node_modules/express/index.js', SHOP, undefined],
    ['/app/node_modules/react/index.js', SHOP, 'lib'],
    ['https://shop.example/assets/main.js', { ...SHOP, service: 'cart' }, 'own'],
    ['https://shop.example/main.js', { ...SHOP, service: 'cart' }, 'any'],
    ['https://shop.example/xmain.js', SHOP, undefined],
    ['https://shop.example/old.js', SHOP, undefined],
    ['https://shop.example/main.js', { ...SHOP, release: '' }, undefined],
    ['https://shop.example/main.js', { ...SHOP, release: '10' }, undefined],
  ])('%s of %j', (path, sender, id) => expect(index.find({ ...SHOP, ...sender }, path)).toBe(id));

  it.each([
    ['~/assets/main.js', 'assets/main.js'],
    ['./assets/main.js.map', 'assets/main.js'],
    ['https://cdn.example/assets/main.js?x', 'assets/main.js'],
    ['/', ''],
  ])('%s is uploaded as %s', (file, key) => expect(fileKey(file)).toBe(key));
});

describe('the maps of an organization', () => {
  const maps: KnownMap[] = [['id', '1', '', 'main.js']];
  let nowMs = 1_000_000;
  const asked = (answers: (() => Promise<object>)[]) => {
    const rpc = { call: () => answers.shift()!() };
    return { known: new KnownMaps(rpc as never, () => nowMs), left: () => answers.length };
  };
  const answer = (list: KnownMap[]) => () => Promise.resolve({ maps: list });

  it('are asked for once in ten seconds, and renewed behind the old answer', async () => {
    const { known, left } = asked([answer(maps), answer([])]);
    expect([(await known.of('o')).isEmpty, (await known.of('o')).isEmpty, left()]).toEqual([false, false, 1]);
    nowMs += 10_001;
    expect((await known.of('o')).isEmpty).toBe(false);
    expect((await known.of('o')).isEmpty).toBe(true);
  });

  it('are none while apm is silent, which no request waits for again so soon', async () => {
    const { known, left } = asked([() => Promise.reject(new Error('no')), answer(maps)]);
    expect([(await known.of('o')).isEmpty, (await known.of('o')).isEmpty, left()]).toEqual([true, true, 1]);
    nowMs += 5_001;
    expect((await known.of('o')).isEmpty).toBe(false);
  });
});
