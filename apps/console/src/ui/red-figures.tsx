import type { Schemas } from '../lib/api.js';
import type { Window } from '../lib/range.js';
import type { Meta } from '../lib/trust.js';
import { RedCharts } from './red-charts.js';
import { RedTiles } from './tiles.js';

interface Red {
  red: Schemas['RedSummary'];
  trend: readonly Schemas['TrendPoint'][];
}

interface RedFiguresProps {
  of: Red;
  /** Of the range of the same length before it. */
  before?: Red;
  meta: Meta;
  zoom: (window: Window) => void;
}

/** What a screen about requests begins with: the figures of its range, then their course. */
export function RedFigures({ of, before, meta, zoom }: RedFiguresProps) {
  return (
    <>
      <RedTiles red={of.red} before={before?.red} window={meta.range} />
      <RedCharts trend={of.trend} before={before?.trend} meta={meta} zoom={zoom} />
    </>
  );
}
