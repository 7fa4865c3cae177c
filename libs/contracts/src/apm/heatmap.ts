/** Request duration heatmap. All times are microseconds. */

import { APM_ACCESS, IsFilter, APM_READ, type Meta } from './apm.js';
import { TransactionQuery } from './details.js';
import type { Integer } from '../base/integer.js';
import { Optional } from '../base/members.js';
import { rpc } from '../authz/rpc.js';

/** All requests under the filters, or those of one transaction. */
export class HeatmapQuery extends TransactionQuery {
  /** The exact name of a list answer. */
  @Optional() @IsFilter() transaction?: string;
}

export interface HeatmapCell {
  /** Index into `columns`. */
  column: Integer;
  /** Index into `rows`. */
  row: Integer;
  /** Exact where nothing is sampled; else corrected for sampling, each cell rounded by itself. */
  request_count: Integer;
}

export interface Heatmap {
  /** Whole buckets of the range's resolution, at most 240 columns. */
  column_micros: Integer;
  /** Starts of the columns, ascending, those without requests too. */
  columns: Integer[];
  /**
   * Shortest duration of each row, ascending, from the fastest to the slowest request; the last one is where the last row
   * ends. Four rows are an octave.
   */
  rows: Integer[];
  /** Those with requests, by column and row. */
  cells: HeatmapCell[];
  meta: Meta;
}

export const apmHeatmap = rpc<Heatmap>()('svc.apm.heatmap', HeatmapQuery, APM_ACCESS, APM_READ);
