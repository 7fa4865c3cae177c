import { describe, expect, it } from 'vitest';
import { namedFunctions } from './function-names.js';
import { leastMs } from '@spanwise/testing/processor-time';

/** Of processor time; what is not linear takes a thousand times as long. */
const ALLOWED_MS = 5_000;

/** The innermost function around the text `here`. */
function around(source: string): string {
  const lines = source.slice(0, source.indexOf('here')).split('\n');
  const [line, column] = [lines.length - 1, lines.at(-1)!.length];
  const before = (l: number, c: number) => l < line || (l === line && c <= column);
  const inner = namedFunctions(source)
    .filter((one) => before(one.fromLine, one.fromColumn) && !before(one.toLine, one.toColumn))
    .at(-1);
  return inner?.name ?? '';
}

describe('the function around a place of a source', () => {
  it.each([
    ['function total(items) {\n  here\n}', 'total'],
    ['export default async function total<T>(items: T[]): Promise<Map<string, T>> { here }', 'total'],
    ['function* total() { here }', 'total'],
    ['const total = (items) => {\n  here\n};', 'total'],
    ['const total: Sum<Item> = async (items: Item[]): Promise<number> => { here };', 'total'],
    ['const total = items => here;', 'total'],
    ['export const total = (items) =>\n  items.reduce((sum, item) => sum + here, 0);\nconst other = 1;', 'total'],
    ['const total = (a) => a.b\nconst other = () => {\n here }', 'other'],
    ['const total = function (items) { here }', 'total'],
    ['this.total = function () { here }', 'total'],
    ['const api = { total(items) { here } }', 'total'],
    ['const api = { total: (items) => { here } }', 'total'],
    ['class Cart { total() { here } }', 'Cart.total'],
    ['class Cart extends Base(Other) { async total() { here } }', 'Cart.total'],
    ['class Cart { constructor() { here } }', 'new Cart'],
    ['class Cart { #price = 1; total = () => { here } }', 'Cart.total'],
    ['const Cart = class extends Base { total() { here } }', 'Cart.total'],
    ['function outer() { items.map((item) => { here }) }', 'outer'],
    ['function outer() { if (x) { for (const y of z) { here } } }', 'outer'],
    ['function outer() { function inner() {} here }', 'outer'],
    ['function inner() {}\nhere', ''],
    ['function total() { const r = /["{`]/; here }', 'total'],
    ["function total() { const s = '}{'; /* } */ // }\n here }", 'total'],
    ['function total() { const s = `}${ `{${x}` }`; here }', 'total'],
    ["const View = () => {\n  return <p>don't {here}</p>;\n}", 'View'],
  ])('%s', (source, name) => expect(around(source)).toBe(name));

  it.each(['`', '${`', '/*', '/[(', '"', '(', '{', 'a=>', '=/', 'function a(){', '\\', '\n', 'class A{', '/', 'x:'])(
    'is found in linear time in "%s" repeated',
    (unit) => {
      const source = unit.repeat(Math.floor(300_000 / unit.length));
      expect(leastMs(() => namedFunctions(source), ALLOWED_MS)).toBeLessThan(ALLOWED_MS);
    },
  );
});
