import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { objectLines, objectOverhead } from './object-lines.js';

const linesOf = (rows: readonly unknown[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
const textOf = (rows: readonly unknown[], columns: readonly string[]): string =>
  objectLines(linesOf(rows), columns).toString('utf8');

describe('rows as objects', () => {
  it('keep the text of every value', () => {
    const lines = Buffer.from('[9223372036854775807,1.10,"a,]\\"}"]\n[null,-0.0,{"a":[1,{"b":"["}]}]\n');
    expect(objectLines(lines, ['n', 'f', 'a "b"']).toString()).toBe(
      '{"n":9223372036854775807,"f":1.10,"a \\"b\\"":"a,]\\"}"}\n{"n":null,"f":-0.0,"a \\"b\\"":{"a":[1,{"b":"["}]}}\n',
    );
  });

  it('of none are nothing', () => {
    expect(textOf([], ['a'])).toBe('');
  });

  it('are what their arrays were, with the names of the columns, in a size that is known beforehand', () => {
    const columns = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 5 });
    const scene = columns.chain((names) =>
      fc.tuple(
        fc.constant(names.filter((name) => name !== '__proto__')),
        fc.array(fc.array(fc.jsonValue(), { minLength: names.length, maxLength: names.length }), { maxLength: 8 }),
      ),
    );
    fc.assert(
      fc.property(scene, ([names, rows]) => {
        fc.pre(names.length > 0);
        const given = rows.map((row) => row.slice(0, names.length));
        const text = textOf(given, names);
        const read = text.split('\n').slice(0, -1);
        const wanted = given.map((row) => Object.fromEntries(row.map((value, at) => [names[at], value])));
        expect(read.map((line) => JSON.parse(line) as unknown)).toEqual(
          wanted.map((row) => JSON.parse(JSON.stringify(row)) as unknown),
        );
        const size = linesOf(given).length + given.length * objectOverhead(names);
        expect(Buffer.byteLength(text)).toBe(size);
      }),
    );
  });
});
