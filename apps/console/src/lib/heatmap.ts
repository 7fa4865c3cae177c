/** What is shown of a heatmap; pure. */
import type { Schemas } from './api.js';

export type Heatmap = Pick<Schemas['Heatmap'], 'columns' | 'column_micros' | 'rows' | 'cells'>;

/** Steps of the palette. */
export const SHADES = 6;

/** From 1 to `SHADES`, by the logarithm of the count: a single request is seen beside a million. */
export function shadeOf(count: number, most: number): number {
  if (most <= 1) return SHADES;
  return 1 + Math.round((SHADES - 1) * (Math.log(Math.max(1, count)) / Math.log(most)));
}

export const mostOf = ({ cells }: Heatmap): number =>
  cells.reduce((most, cell) => Math.max(most, cell.request_count), 0);

/** A line of the table: requests of a column with a duration of `fromMicros` and more, and less than `toMicros`. */
export interface HeatmapLine {
  atMicros: number;
  fromMicros: number;
  toMicros: number;
  requests: number;
}

export const linesOf = ({ columns, rows, cells }: Heatmap): HeatmapLine[] =>
  cells.map(({ column, row, request_count: requests }) => ({
    atMicros: columns[column]!,
    fromMicros: rows[row]!,
    toMicros: rows[row + 1]!,
    requests,
  }));

/** Of one column: its requests, and the cell that most of them are in. */
export function columnOf(heatmap: Heatmap, column: number): { requests: number; most?: HeatmapLine } {
  const lines = linesOf({ ...heatmap, cells: heatmap.cells.filter((cell) => cell.column === column) });
  const most = lines.reduce<HeatmapLine | undefined>(
    (best, line) => (best === undefined || line.requests > best.requests ? line : best),
    undefined,
  );
  return { requests: lines.reduce((sum, { requests }) => sum + requests, 0), ...(most && { most }) };
}
