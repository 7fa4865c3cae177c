/** Durations of requests over time: the darker a cell, the more requests, by their logarithm. With its table. */
import { useMemo, useRef, useState } from 'react';
import type uPlot from 'uplot';
import { useT } from '../i18n/i18n.js';
import { count, duration, time, type Locale } from '../lib/format.js';
import { columnOf, linesOf, mostOf, SHADES, shadeOf, type Heatmap as Cells, type HeatmapLine } from '../lib/heatmap.js';
import type { Window } from '../lib/range.js';
import type { Meta } from '../lib/trust.js';
import { chartColours } from './chart-paint.js';
import { ChartPanel } from './chart-panel.js';
import { axisStyle, timeOptions, usePlot } from './plot.js';
import { usePreferences } from './preferences.js';
import { Table, type Column } from './table.js';

interface HeatmapProps {
  of: Cells & { meta: Meta };
  zoom: (window: Window) => void;
}

/** A table of more lines does not help; the API has them all. */
const MAX_LINES = 1_000;
const MIN_TICKS_PX = 24;

export function Heatmap({ of, zoom }: HeatmapProps) {
  const t = useT();
  const { locale, theme } = usePreferences();
  const [at, setAt] = useState<number | undefined>();
  const shown = { of, meta: of.meta, zoom };
  const latest = useRef(shown);
  latest.current = shown;
  // Cells are painted from the answer; the plot itself has times alone.
  const data = useMemo(() => [of.columns.map((micros) => micros / 1e6), of.columns.map(() => null)], [of]);
  const again = [locale, theme, of.rows.join()];
  const { box, plot } = usePlot(
    (element) => optionsOf(latest, locale, element, setAt),
    data as uPlot.AlignedData,
    again,
  );
  const title = t('durations');
  return (
    <ChartPanel
      {...{ title, at, setAt, box, plot }}
      kind="heatmap"
      times={of.columns}
      meta={of.meta}
      legend={
        at !== undefined && at < of.columns.length ? <ColumnWords of={of} at={at} /> : <Shades most={mostOf(of)} />
      }
      table={<Lines of={of} title={title} />}
    />
  );
}

/** What the darkest and the lightest cell are. */
function Shades({ most }: { most: number }) {
  const t = useT();
  const { locale } = usePreferences();
  return (
    <span>
      1{' '}
      {Array.from({ length: SHADES }, (_, shade) => (
        <b key={shade} className="shade" style={{ background: `var(--heat-${shade + 1})` }} />
      ))}{' '}
      {t('requestsCounted', { count: most, text: count(most, locale).exact })}
    </span>
  );
}

function ColumnWords({ of, at }: { of: Cells; at: number }) {
  const t = useT();
  const { locale } = usePreferences();
  const { requests, most } = columnOf(of, at);
  return (
    <span>
      {t('requestsCounted', { count: requests, text: count(requests, locale).exact })}
      {most !== undefined && <>. {t('mostBetween', { between: between(most, locale) })}</>}
    </span>
  );
}

function Lines({ of, title }: { of: Cells; title: string }) {
  const t = useT();
  const { locale } = usePreferences();
  const lines = linesOf(of);
  const columns: Column<HeatmapLine>[] = [
    { name: 'time', title: t('time'), cell: ({ atMicros }) => time(atMicros, locale, { seconds: false }) },
    { name: 'duration', title: t('duration'), kind: 'number', cell: (line) => between(line, locale) },
    {
      name: 'requests',
      title: t('requests'),
      kind: 'number',
      cell: ({ requests }) => count(requests, locale).exact,
    },
  ];
  return (
    <div className="chart-table">
      <Table
        label={title}
        columns={columns}
        rows={lines.slice(0, MAX_LINES)}
        keyOf={({ atMicros, fromMicros }) => `${atMicros} ${fromMicros}`}
      />
      {lines.length > MAX_LINES && <p className="soft">{t('moreLines', { count: lines.length - MAX_LINES })}</p>}
    </div>
  );
}

/** From, and up to but not with. */
function between({ fromMicros, toMicros }: HeatmapLine, locale: Locale): string {
  const [from, to] = [duration(fromMicros, locale), duration(toMicros, locale)];
  return `${from.value} ${from.unit} – ${to.value} ${to.unit}`;
}

type Shown = { current: HeatmapProps & { meta: Meta } };

function optionsOf(
  latest: Shown,
  locale: Locale,
  element: HTMLElement,
  setAt: (at: number | undefined) => void,
): uPlot.Options {
  const { x, timeAxis, hooks, ...common } = timeOptions(latest, locale, element, setAt);
  const { rows } = latest.current.of;
  return {
    ...common,
    // By number of the row: rows are steps of the logarithm.
    scales: { x, y: { range: () => [0, Math.max(1, rows.length - 1)] } },
    axes: [
      timeAxis,
      {
        ...axisStyle(element),
        size: 58,
        gap: 4,
        space: MIN_TICKS_PX,
        incrs: [1, 2, 4, 8, 16, 32],
        grid: { show: false },
        values: (_self, marks) =>
          marks.map((mark) => {
            const { value, unit } = duration(rows[mark], locale);
            return rows[mark] === undefined ? '' : `${value} ${unit}`;
          }),
      },
    ],
    series: [{}, {}],
    hooks: { ...hooks, draw: [(self) => paint(self, element, latest.current.of)] },
  };
}

function paint(self: uPlot, element: HTMLElement, { columns, column_micros: width, cells, rows }: Cells): void {
  const most = mostOf({ columns, column_micros: width, cells, rows });
  const colourOf = chartColours(element);
  const shades = Array.from({ length: SHADES }, (_, shade) => colourOf(`--heat-${shade + 1}`));
  const { ctx, bbox } = self;
  const x = (micros: number) => Math.round(self.valToPos(micros / 1e6, 'x', true));
  const y = (row: number) => Math.round(self.valToPos(row, 'y', true));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { column, row, request_count: requests } of cells) {
    ctx.fillStyle = shades[shadeOf(requests, most) - 1]!;
    const [left, right, top, bottom] = [x(columns[column]!), x(columns[column]! + width), y(row + 1), y(row)];
    ctx.fillRect(left, top, Math.max(1, right - left - 1), Math.max(1, bottom - top - 1));
  }
  ctx.restore();
}
