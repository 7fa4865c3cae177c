/** Pages of a list that the engine has cut: one row more than asked for says that there are others. Pure. */
import type { CursorTail } from '@spanwise/contracts/telemetry/reads';

/** Which side of a row the page lies on; neither of the first page. */
export interface PageSide<Position> {
  after?: Position;
  before?: Position;
}

export const NO_PAGE: CursorTail = { next_cursor: null, previous_cursor: null, has_more: false };

/**
 * `lines` are in the order of their statement: away from `before`, which is against the order of the list. A page that was
 * reached by a cursor has a row on the other side, the one that the cursor names.
 */
export function cutPage<Position>(
  lines: readonly string[],
  limit: number,
  { after, before }: PageSide<Position>,
  positionOf: (line: string) => Position,
  seal: (side: PageSide<Position>) => string,
): { lines: string[]; tail: CursorTail } {
  const items = before === undefined ? lines.slice(0, limit) : lines.slice(0, limit).reverse();
  if (items.length === 0) return { lines: items, tail: NO_PAGE };
  const others = lines.length > limit;
  const [hasPrevious, hasNext] = before === undefined ? [after !== undefined, others] : [others, true];
  return {
    lines: items,
    tail: {
      next_cursor: hasNext ? seal({ after: positionOf(items.at(-1)!) }) : null,
      previous_cursor: hasPrevious ? seal({ before: positionOf(items[0]!) }) : null,
      has_more: hasNext,
    },
  };
}
