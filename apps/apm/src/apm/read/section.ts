/** Lists inside an answer are cut to this many records; the paginated lists have them all. */
export const SECTION_LIMIT = 50;

/** The first rows of an order, or of the order that they have. */
export function topOf<Row>(rows: Row[], order?: (a: Row, b: Row) => number, limit = SECTION_LIMIT): Row[] {
  return (order === undefined ? rows : rows.toSorted(order)).slice(0, limit);
}
