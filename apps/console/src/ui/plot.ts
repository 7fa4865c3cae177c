/** What every chart over time shares: one cursor on the page, drag to zoom, the axis of time, what is open hatched. */
import { useEffect, useRef, type RefObject } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axisTime, type Locale } from '../lib/format.js';
import type { Window } from '../lib/range.js';
import { completeUntil, type RangeMeta } from '../lib/trust.js';
import { chartColours, shadeOpen } from './chart-paint.js';

const DAY_SECONDS = 86_400;

/** A plot that fills its box. It is made again where one of `again` changes, and drawn again with other data. */
export function usePlot(
  optionsOf: (element: HTMLElement) => uPlot.Options,
  data: uPlot.AlignedData,
  again: readonly unknown[],
): { box: RefObject<HTMLDivElement | null>; plot: RefObject<uPlot | undefined> } {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  useEffect(() => {
    const element = box.current!;
    const made = new uPlot(optionsOf(element), data, element);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: element.clientHeight }));
    sizes.observe(element);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => made.redraw(false);
    dark.addEventListener('change', repaint);
    return () => {
      dark.removeEventListener('change', repaint);
      sizes.disconnect();
      made.destroy();
    };
  }, again);
  useEffect(() => plot.current?.setData(data), [data]);
  return { box, plot };
}

/** The arrow keys move the cursor from one time to the next. `times` are microseconds; returns where it is then. */
export function moveByKey(
  event: React.KeyboardEvent,
  plot: uPlot | undefined,
  times: readonly number[],
  at: number | undefined,
): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || plot === undefined || times.length === 0) return at;
  event.preventDefault();
  const next = Math.min(times.length - 1, Math.max(0, (at ?? (step > 0 ? -1 : times.length)) + step));
  plot.setCursor({ left: plot.valToPos(times[next]! / 1e6, 'x'), top: 0 });
  return next;
}

interface TimeChart {
  meta: RangeMeta;
  zoom: (window: Window) => void;
}

export const axisStyle = (element: HTMLElement) => ({
  font: '11px "Inter Variable", sans-serif',
  stroke: () => chartColours(element)('--text-soft'),
  ticks: { show: false },
});

/** Options of a chart over the range of its answer; `latest` is what it shows at the moment. */
export function timeOptions(
  latest: { current: TimeChart },
  locale: Locale,
  element: HTMLElement,
  setAt: (at: number | undefined) => void,
) {
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 22, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 6 },
      drag: { x: true, y: false, setScale: false },
      sync: { key: 'page', setSeries: false },
    },
    x: { time: true, range: () => [latest.current.meta.range.from / 1e6, latest.current.meta.range.to / 1e6] },
    timeAxis: {
      ...axisStyle(element),
      size: 30,
      gap: 8,
      grid: { show: false },
      values: (_self, marks, _index, _space, step) => marks.map((mark) => axisTime(mark, locale, step >= DAY_SECONDS)),
    },
    hooks: {
      drawClear: [(self) => shadeOpen(self, element, completeUntil(latest.current.meta), latest.current.meta)],
      setCursor: [(self) => setAt(self.cursor.idx ?? undefined)],
      setSelect: [(self) => zoomTo(self, latest.current.zoom)],
    },
  } satisfies Partial<uPlot.Options> & { x: uPlot.Scale; timeAxis: uPlot.Axis };
}

function zoomTo(self: uPlot, zoom: (window: Window) => void): void {
  const { left, width } = self.select;
  if (width < 4) return;
  const micros = (place: number) => Math.round(self.posToVal(place, 'x')) * 1_000_000;
  const [from, to] = [micros(left), micros(left + width)];
  self.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
  if (from < to) zoom({ from, to });
}
