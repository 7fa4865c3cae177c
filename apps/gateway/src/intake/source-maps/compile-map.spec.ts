import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMap, UnusableMap } from './compile-map.js';
import { LoadedMaps } from './lookup.js';

const bytesOf = (map: object) => Buffer.from(JSON.stringify(map));
const held = (map: object): LoadedMaps => {
  const maps = new LoadedMaps();
  maps.load('organization', 'a', compileMap(bytesOf(map)).kept);
  return maps;
};

describe('a map that is uploaded', () => {
  it.each([
    ['webpack://shop/./src/cart.ts?1f2e', 'webpack://shop/src/cart.ts'],
    ['../../src/cart.ts', 'src/cart.ts'],
    ['./cart.ts', 'cart.ts'],
    ['/home/ci/shop/cart.ts', '/home/ci/shop/cart.ts'],
    ['src/a\u0000\nb.ts', 'src/ab.ts'],
  ])('names its source %s as %s', (source, path) =>
    expect(held({ version: 3, sources: [source], mappings: 'AAAA' }).find('a', [1, 0])).toEqual({
      source: path,
      line: 1,
      column: 1,
      name: '',
      within: undefined,
    }),
  );

  it('keeps no text of its sources', () => {
    const { kept } = compileMap(
      bytesOf({ version: 3, sources: ['a'], sourcesContent: ['const secret = 1'], mappings: 'AAAA' }),
    );
    const maps = new LoadedMaps();
    maps.load('organization', 'a', kept);
    expect(JSON.stringify([...(maps as unknown as { held: Map<string, unknown> }).held])).not.toContain('secret');
  });

  it('may begin with a guard, and holds hostile names as names', () => {
    const map = { version: 3, sources: ['__proto__'], names: ['constructor', '<img>'], mappings: 'AAAAA,CAAAC' };
    const maps = new LoadedMaps();
    maps.load('organization', 'a', compileMap(Buffer.from(`)]}'\n${JSON.stringify(map)}`)).kept);
    expect(maps.find('a', [1, 0])).toMatchObject({ source: '__proto__', name: 'constructor' });
    expect(maps.find('a', [1, 1])).toMatchObject({ name: '' });
    expect([maps.find('a', [2, 0]), maps.find('b', [1, 0])]).toEqual([null, null]);
  });

  it('is refused or answers for every place, whatever its mappings are', () => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/,;=! \u00e9';
    const mappings = fc.string({ unit: fc.constantFrom(...digits), maxLength: 200 });
    fc.assert(
      fc.property(mappings, fc.nat(3), fc.nat(300), (text, line, column) => {
        const map = { version: 3, sources: ['a', 'b'], names: ['x'], mappings: text };
        try {
          const found = held(map).find('a', [line + 1, column]);
          if (found !== null) expect(['a', 'b']).toContain(found.source);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableMap);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves the memory when others are asked for', () => {
    const maps = new LoadedMaps();
    const { kept } = compileMap(bytesOf({ version: 3, sources: ['a'], mappings: 'AAAA,'.repeat(600_000) }));
    for (const id of ['a', 'b', 'c']) maps.load('organization', id, kept);
    expect(['a', 'b', 'c'].map((id) => maps.has(id))).toEqual([false, true, true]);
  });

  it('stays in memory however many maps another organization uses', () => {
    const maps = new LoadedMaps();
    const [small, large] = [100_000, 500_000].map(
      (mappings) => compileMap(bytesOf({ version: 3, sources: ['a'], mappings: 'AAAA,'.repeat(mappings) })).kept,
    );
    maps.load('one', 'own', small!);
    for (const id of ['a', 'b', 'c', 'd']) maps.load('other', id, large!);
    expect(['own', 'a', 'b', 'c', 'd'].map((id) => maps.has(id))).toEqual([true, false, false, true, true]);
  });
});
