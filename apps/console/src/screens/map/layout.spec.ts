import { describe, expect, it } from 'vitest';
import { NODE_SIZE } from './graph.js';
import { layOut, type LayoutInput } from './layout.js';

const input = (...pairs: [string, string][]): LayoutInput => ({
  nodes: [...new Set(pairs.flat())],
  links: pairs.map(([from, to]) => ({ id: `${from} ${to}`, from, to })),
});

describe('the layout of a map', () => {
  it('has callers at the left of what they call, and nodes that do not overlap', () => {
    const { nodes, links, width, height } = layOut(
      input(['web', 'cart'], ['web', 'users'], ['cart', 'db'], ['users', 'db']),
    );
    const [web, cart, users, db] = ['web', 'cart', 'users', 'db'].map((id) => nodes.get(id)!);
    expect(web!.x + NODE_SIZE.width).toBeLessThan(cart!.x);
    expect(cart!.x).toBe(users!.x);
    expect(cart!.x + NODE_SIZE.width).toBeLessThan(db!.x);
    expect(Math.abs(cart!.y - users!.y)).toBeGreaterThanOrEqual(NODE_SIZE.height);
    const { line, label } = links.get('web cart')!;
    expect(line.startsWith(`M${web!.x + NODE_SIZE.width / 2} ${web!.y}C`)).toBe(true);
    expect(line.endsWith(` ${cart!.x - NODE_SIZE.width / 2} ${cart!.y}`)).toBe(true);
    expect(label.x).toBeGreaterThan(web!.x + NODE_SIZE.width / 2);
    expect(label.x).toBeLessThan(cart!.x - NODE_SIZE.width / 2);
    for (const { x, y } of [...nodes.values(), label]) {
      expect([x > 0, x < width, y > 0, y < height]).toEqual([true, true, true, true]);
    }
  });

  it('takes circles, calls to oneself, parts that nothing joins, and nothing at all', () => {
    const { nodes, links } = layOut(input(['a', 'b'], ['b', 'a'], ['b', 'b'], ['x', 'y']));
    expect([nodes.size, links.size]).toEqual([4, 4]);
    // Against the others, from the left side of its caller to the right one of what it calls.
    const [a, b] = ['a', 'b'].map((id) => nodes.get(id)!);
    const back = b!.x > a!.x ? links.get('b a')! : links.get('a b')!;
    const [left, right] = [a, b].toSorted((one, other) => one!.x - other!.x);
    expect(back.line.startsWith(`M${right!.x - NODE_SIZE.width / 2} `)).toBe(true);
    expect(back.line.endsWith(` ${left!.x + NODE_SIZE.width / 2} ${left!.y}`)).toBe(true);
    for (const { line } of links.values()) expect(line).not.toMatch(/NaN|undefined/);
    expect(layOut({ nodes: [], links: [] }).nodes.size).toBe(0);
  });

  it('is the same each time', () => {
    const pairs = Array.from({ length: 30 }, (_, at): [string, string] => [`s${at % 7}`, `s${(at * 5) % 11}`]);
    expect(layOut(input(...pairs))).toEqual(layOut(input(...pairs)));
  });
});
